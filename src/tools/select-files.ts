import { ToolError } from "../model/tool-error.ts";
import type { Workspace } from "../model/workspace.ts";
import { isGlob, pathMatcher } from "../shared/glob.ts";
import { comparePaths, pathFault, tidyPath } from "../shared/posix-path.ts";

/** The files below the paths of a call, whatever the scope says of them. */
export interface SelectedFiles {
  /** Sorted (A12), each once. */
  readonly files: readonly string[];
  /** Those that were named themselves: they are taken even if git ignores them (A10). */
  readonly named: ReadonlySet<string>;
  /** Named paths that are links, or reached through one. */
  readonly links: readonly string[];
  /** Globs and folders in which there is no file. */
  readonly empty: readonly string[];
}

/** Finds the files of globs, folders and names. Throws a `ToolError` where a named path does not exist (A4). */
export async function selectFiles(
  workspace: Workspace,
  paths: readonly string[],
): Promise<SelectedFiles> {
  const listed = await workspace.listFiles();
  const named = new Set<string>();
  const links: string[] = [];
  const empty: string[] = [];
  for (const [index, path] of paths.entries()) {
    const kind = isGlob(path) || path === "" ? "folder" : await workspace.kindOf(path);
    if (kind === "missing")
      throw new ToolError(`paths[${index}]: there is no file or folder \`${path}\`.`);
    if (kind === "link") links.push(path);
    else if (kind === "file" || kind === "other") named.add(path);
    else if (!listed.some(pathMatcher([path]))) empty.push(path);
  }
  const all = new Set([...listed.filter(pathMatcher(paths)), ...named]);
  return { files: [...all].sort(comparePaths), named, links, empty };
}

/** The `paths` of a call, tidied; all files where there are none. Throws a `ToolError` that names the place (F10). */
export function readPaths(written: readonly string[] = []): readonly string[] {
  const faults = written.flatMap((path, index) => {
    const fault = pathFault(path);
    return fault === undefined ? [] : [`paths[${index}]: \`${path}\` ${fault}.`];
  });
  if (faults.length > 0) throw new ToolError(faults.join(" "));
  return written.length === 0 ? ["**"] : written.map(tidyPath);
}
