import { createGate } from "../../files/gate.ts";
import type { NamedPathSources } from "../../files/refs/resolve-file-ref.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { ToolError } from "../../model/tool-error.ts";
import { isGlob } from "../../shared/paths/glob.ts";
import { globFault } from "../../shared/paths/glob-fault.ts";
import { pathsMatching } from "../../shared/paths/paths-matching.ts";
import { comparePaths, pathFault, tidyPath } from "../../shared/paths/posix-path.ts";

/** The files below the paths of a call, in scope or not. */
export interface SelectedFiles {
  /** Sorted (A12), each once. */
  readonly files: readonly string[];
  /** The files that the call names itself: they are taken even if git ignores them (A10). */
  readonly named: ReadonlySet<string>;
  /** Named links, and paths through one, that lead to nothing in scope; `fault` follows the path in a message. */
  readonly links: readonly { readonly path: string; readonly fault: string }[];
  /** The paths, with the target in place of each link. */
  readonly paths: readonly string[];
  /** The globs and folders without a file. */
  readonly empty: readonly string[];
}

/**
 * Finds the files of globs, folders and names. A named link stands for its target, if that is in scope. Throws a
 * `ToolError` if a named path does not exist (A4), or if globs take too long.
 */
export async function selectFiles(
  sources: NamedPathSources,
  written: readonly string[],
): Promise<SelectedFiles> {
  const { workspace } = sources;
  const listed = await workspace.listFiles();
  const named = new Set<string>();
  const links: { path: string; fault: string }[] = [];
  const paths: string[] = [];
  const empty: string[] = [];
  for (const [index, path] of written.entries()) {
    const found = await findNamed(path, sources);
    if (found.kind === "missing")
      throw new ToolError(`paths[${index}]: there is no file or folder \`${path}\`.`);
    if (found.kind === "lost") links.push({ path, fault: found.fault });
    else paths.push(found.path);
    if (found.kind === "file") named.add(found.path);
    if (found.kind === "folder" && pathsMatching([found.path], listed).length === 0)
      empty.push(path);
  }
  const all = new Set([...pathsMatching(paths, listed), ...named]);
  return { files: [...all].sort(comparePaths), named, links, paths, empty };
}

/** The kind of a path of a call: `file` also if reading it will fail. */
type Named =
  | { readonly kind: "file" | "folder" | "missing"; readonly path: string }
  | { readonly kind: "lost"; readonly fault: string };

async function findNamed(path: string, sources: NamedPathSources): Promise<Named> {
  if (isGlob(path) || path === "") return { kind: "folder", path };
  const kind = await sources.workspace.kindOf(path);
  if (kind === "other") return { kind: "file", path };
  if (kind !== "link") return { kind, path };
  const passage = await createGate(sources).mayRead(path);
  return passage.kind === "refused" ? { kind: "lost", fault: passage.fault } : passage;
}

/** Returns the `paths` of a call, tidied; all files if it has none. Throws a `ToolError` that names the place (F10). */
export function readPaths(written: readonly string[] = []): readonly string[] {
  if (written.length > INPUT_LIMITS.globs)
    throw new ToolError(`\`paths\` must have at most ${INPUT_LIMITS.globs} entries.`);
  const long = written.findIndex((path) => path.length > INPUT_LIMITS.globLength);
  if (long !== -1)
    throw new ToolError(`paths[${long}] must have at most ${INPUT_LIMITS.globLength} characters.`);
  const faults = written.flatMap((path, index) => {
    const fault = pathFault(path) ?? globFault(path);
    return fault === undefined ? [] : [`paths[${index}]: \`${path}\` ${fault}.`];
  });
  if (faults.length > 0) throw new ToolError(faults.join(" "));
  return written.length === 0 ? ["**"] : written.map(tidyPath);
}
