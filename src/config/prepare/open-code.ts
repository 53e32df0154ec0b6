import { join } from "node:path";
import type { RunGit } from "../../git/run-git.ts";
import { treesAround } from "../../git/trees-around.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { PlaceInText } from "../../model/recipe/recipe.ts";
import type { World } from "../../model/world.ts";
import {
  CODE_NOUNS,
  type CodeBearer,
  codeOf,
  isCodeFile,
  isProgramOnFiles,
  type RecipeCode,
} from "../../recipe/code-of.ts";
import type { RunRequest } from "../../request/request.ts";
import { messageOf } from "../../shared/message-of.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import { type CodeFolder, refuseForeignPackages } from "../../tools/code-folder.ts";
import { callersPackages } from "../sources/callers-packages.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { LoadingStopped } from "../sources/loading-stop.ts";

/** The code of recipes; `opened` is undefined if there is an error among the diagnostics. */
export interface OpenCode {
  readonly opened: ExportedCode | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** A larger file is not code; bytes. */
const MAX_CODE = 10 * 1024 * 1024;

/** The surroundings of code. */
interface CodeWorld extends Pick<World, "env" | "cwd"> {
  readonly reader: ConfigReader;
}

/**
 * Opens the code of recipes: that of the work tree, or that of the base commit in a folder of its own. Without trust in
 * the tree it has no code. Files that recipes name are noted as sources.
 */
export async function openCode(
  recipes: readonly CodeBearer[],
  request: RunRequest,
  world: CodeWorld,
): Promise<OpenCode> {
  const { reader } = world;
  const { root } = reader;
  const { mode, base } = reader.trust;
  const [first] = recipes.flatMap(codeOf);
  const opened = { code: { root }, remove: async () => undefined };
  if (first === undefined) return { opened, diagnostics: [] };
  if (mode === "none") return { opened: undefined, diagnostics: [refusal(first)] };
  const diagnostics = await noteCode(recipes, reader);
  if (hasErrors(diagnostics)) return { opened: undefined, diagnostics };
  if (base === null) return { opened, diagnostics };
  const program = recipes.flatMap(codeOf).find(isProgramOnFiles);
  if (program !== undefined) return { opened: undefined, diagnostics: [headRefusal(program)] };
  try {
    return { opened: await exportBase(base, request, world), diagnostics };
  } catch (error) {
    if (error instanceof LoadingStopped) throw error;
    const message = `The code of the base commit cannot be opened: ${messageOf(error)}`;
    return { opened: undefined, diagnostics: [...diagnostics, unavailable(message)] };
  }
}

async function exportBase(
  base: string,
  { packages }: RunRequest,
  { reader, env, cwd }: CodeWorld,
): Promise<ExportedCode> {
  const { root } = reader;
  const code = await exportCode(base, root, {
    gitIn: (folder) => reader.loading.gitIn(folder, env, { tree: root }),
    packages: callersPackages({ packages, cwd }),
    trees: treesAround(root, env, [cwd]),
  });
  try {
    refuseForeignPackages(code.code);
    return code;
  } catch (error) {
    await code.remove();
    throw error;
  }
}

function unavailable(message: string): Diagnostic {
  return { code: "base-unavailable", severity: "error", message };
}

function refusal({ place }: { readonly place: PlaceInText }): Diagnostic {
  const message = `This recipe uses code below the root: ${CODE_NOUNS}, and none of it is trusted.`;
  const hint = "Use --trust base or --trust all.";
  return { code: "not-trusted", severity: "error", message, hint, ...place };
}

/** A program takes its settings, and their code, from the files that it works on. */
function headRefusal({ kind, place }: RecipeCode): Diagnostic {
  const what =
    kind === "format" ? "`format`" : kind === "parser" ? "`parsers`" : `A step \`${kind}\``;
  const message = `${what} runs a program on the files of the work tree, whose settings may be code, and only the base is trusted.`;
  const hint = "Use --trust all if you trust these files, or run it after the merge.";
  return { code: "not-trusted", severity: "error", message, hint, ...place };
}

/**
 * Notes the files that recipes name. One that cannot be read is an error; words of a command may be anything, so that
 * only those which name a file count, and one that is no text is a warning.
 */
async function noteCode(
  recipes: readonly CodeBearer[],
  reader: ConfigReader,
): Promise<readonly Diagnostic[]> {
  const code = recipes.flatMap(codeOf);
  const modules = code.filter(isCodeFile).map(({ module }) => module);
  const words = code.flatMap((one) => ("run" in one ? one.run : []));
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  for (const [named, severity] of [
    ...modules.map((path) => [path, "error"] as const),
    ...words.map((path) => [path, "warning"] as const),
  ]) {
    const place = { origin: "tree", path: tidyPath(named) } as const;
    if (seen.has(place.path) || !(await reader.isFile(place))) continue;
    seen.add(place.path);
    await reader.loading.pause();
    const read = await reader.readBytes(place, "code", MAX_CODE);
    if ("diagnostic" in read) diagnostics.push({ ...read.diagnostic, severity });
  }
  return diagnostics;
}

/** The code of the base commit, in a private folder outside of the root. */
interface ExportedCode {
  readonly code: CodeFolder;
  /** Removes everything. */
  remove(): Promise<void>;
}

/** The means to export code. */
interface CodeExport {
  /** Returns git in a folder. */
  readonly gitIn: (folder: string) => RunGit;
  /** The folders `node_modules` whose packages the code may import. */
  readonly packages: readonly string[];
  /** The folders that code must not be written to. */
  readonly trees: readonly string[];
}

/** Writes the files of a commit into a temporary folder. */
async function exportCode(
  commit: string,
  root: string,
  { gitIn, packages, trees }: CodeExport,
): Promise<ExportedCode> {
  const git = gitIn(root);
  const objects = await git(["rev-parse", "--path-format=absolute", "--git-path", "objects"]);
  const prefix = (await git(["rev-parse", "--show-prefix"])).replace(/\n$/, "");
  const format = commit.length === 64 ? "sha256" : "sha1";
  const { makeScratchRepository } = await import("../../apply/disk/scratch-repository.ts");
  const { folder, remove, ...scratch } = await makeScratchRepository(objects.replace(/\n$/, ""), {
    format,
    trees,
  });
  try {
    const inScratch = gitIn(folder);
    await inScratch(["read-tree", commit]);
    await inScratch(["checkout-index", "--all", "--quiet"]);
    await scratch.closeRepository();
    await scratch.prepare(prefix, packages);
    return { code: { root: join(folder, prefix), top: folder }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
