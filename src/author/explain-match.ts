import { packagePlaces } from "../config/prepare/package-places.ts";
import { packageFolderFaults } from "../config/sources/callers-packages.ts";
import { LoadingStopped } from "../config/sources/loading-stop.ts";
import { openSources } from "../config/sources/open-sources.ts";
import { createGrammars } from "../edit/language/grammars.ts";
import { noteOfFile } from "../explain/file-notes.ts";
import { decodeText } from "../files/decode-text.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import type { SearchStep } from "../model/recipe/call-step.ts";
import { searchStepsOf } from "../model/recipe/recipe.ts";
import { recipeAround } from "../model/recipe/used-recipes.ts";
import type { MatchExplanation } from "../model/search/match-explanation.ts";
import type { Workspace } from "../model/workspace.ts";
import type { World } from "../model/world.ts";
import { searchesOf } from "../recipe/searches-of.ts";
import type { FieldsOf } from "../request/options/request-fields.ts";
import type { RunRequest } from "../request/request.ts";
import { shown } from "../shared/shown.ts";
import { readSearchable } from "../tools/ast-edit/search/searchable-file.ts";
import { findRootFault } from "../tree/find-root-fault.ts";
import { startGitListing } from "../tree/git-listing.ts";
import { createOverlayWorkspace } from "../tree/overlay-workspace.ts";
import { type AskedText, explainStep } from "./matching/explain-step.ts";
import { type AskedFile, findAskedFile } from "./matching/find-asked-file.ts";
import { loadForMatching } from "./matching/load-for-matching.ts";

/** A recipe and a file of the root. */
export interface MatchRequest
  extends FieldsOf<"explain-match">,
    Pick<RunRequest, "root" | "objects"> {
  /** A path or a name. */
  readonly recipe: string;
  /** `FILE` or `FILE:LINE`, relative to the working directory; or a file of the root. */
  readonly file: string | AskedFile;
}

/** The outcome of `sluice explain-match`. */
export type MatchOutcome =
  | {
      readonly kind: "explained";
      readonly explanation: MatchExplanation;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  /** The signal ended it. */
  | { readonly kind: "stopped" };

/**
 * `sluice explain-match`: tells how each step of a recipe reads a file, what each op finds in it, and why it finds
 * nothing. Only reads, and runs no code of the recipe.
 */
export async function explainMatch(
  request: MatchRequest,
  world: World,
  signal: AbortSignal,
): Promise<MatchOutcome> {
  const { root, packages = [] } = request;
  const rootFault = await findRootFault(root);
  if (rootFault !== undefined) return invalid([rootFault]);
  const faults = packageFolderFaults({ packages, cwd: world.cwd });
  if (faults.length > 0) return invalid(faults);
  const file = findAskedFile(request.file, { root, cwd: world.cwd });
  if (file === undefined) return invalid([noFile(request.file)]);
  try {
    return await explainFile(file, request, world, signal);
  } catch (error) {
    if (error instanceof LoadingStopped) return { kind: "stopped" };
    throw error;
  }
}

async function explainFile(
  file: AskedFile,
  request: MatchRequest,
  world: World,
  signal: AbortSignal,
): Promise<MatchOutcome> {
  const opened = await openSources(request, world, signal);
  if (opened.kind === "refused") return invalid([opened.fault]);
  const { reader, trust } = opened;
  const grammars = createGrammars(packagePlaces(request, trust, world));
  const loaded = await loadForMatching(request.recipe, request.inputs, { reader, grammars });
  const diagnostics = reader.withoutForeignText([...loaded.diagnostics]);
  const { recipe } = loaded;
  if (recipe === undefined || hasErrors(diagnostics)) return invalid(diagnostics);
  const workspace = createOverlayWorkspace(request.root, startGitListing(request.root, world.env));
  const askedText = await readAsked(file, workspace);
  const steps: MatchExplanation["steps"][number][] = [];
  for (const step of recipe.steps) {
    const changedBy = steps.findLast(changesSome)?.step;
    const around = recipeAround(recipe, step);
    const about = { file, read: askedText, recipe: around, grammars, now: world.now, changedBy };
    const own = { ...recipe, steps: [step] };
    const searches: readonly SearchStep[] = searchesOf(own);
    for (const call of [...searchStepsOf(own), ...searches]) {
      await reader.loading.pause(); // A step may have thousands of rules.
      steps.push(explainStep(call, { ...about, isSearch: searches.includes(call) }));
    }
  }
  const { path, line } = file;
  const explanation = { formatVersion: "1.0", recipe: recipe.name, path, line, steps } as const;
  return { kind: "explained", explanation, diagnostics };
}

function changesSome({ tool, ops }: MatchExplanation["steps"][number]): boolean {
  return tool === "ast_edit" && ops.some(({ matches }) => matches > 0);
}

async function readAsked({ path }: AskedFile, workspace: Workspace): Promise<AskedText> {
  const read = readSearchable(path, workspace);
  if (read.kind === "skipped") return unusable(read.why);
  if (read.kind !== "bytes") return unusable(read.skipped.why, read.skipped.detail);
  const decoded = decodeText(read.bytes);
  if (decoded.kind !== "text") return unusable("not-utf8");
  const listed = await workspace.listFiles().catch(() => undefined);
  const isIgnored = listed?.includes(path) === false;
  return { kind: "text", text: decoded.text, notes: isIgnored ? [noteOfFile("ignored")] : [] };
}

function unusable(code: string, detail?: string): AskedText {
  return { kind: "unusable", note: noteOfFile(code, detail) };
}

function noFile(asked: string | AskedFile): Diagnostic {
  const word = typeof asked === "string" ? asked : asked.path;
  return {
    code: "file-not-found",
    severity: "error",
    message: `There is no file \`${shown(word)}\` below the root.`,
    hint: "Name one file, or a file and a line: src/a.ts:12",
  };
}

function invalid(diagnostics: readonly Diagnostic[]): MatchOutcome {
  return { kind: "invalid", diagnostics };
}
