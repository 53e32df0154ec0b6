import { findMatchingFiles } from "../../../edit/match/find-matching-files.ts";
import type { Workspace } from "../../../model/workspace.ts";
import type { PossibleFile } from "./search-shapes.ts";

/** Returns true if the engine can search for the ops of a file by itself, on the disk. */
export function canPrefilterNatively({ onDisk, ops }: PossibleFile): boolean {
  return onDisk !== undefined && ops.nativeSearch !== undefined;
}

/**
 * Finds the files that have a match, on the engine's own threads. The engine reads them again from the disk, so a file
 * that has changed since it was read counts as one with a match.
 */
export async function prefilterNatively(
  files: readonly PossibleFile[],
  { isUnchanged }: Pick<Workspace, "isUnchanged">,
): Promise<ReadonlySet<PossibleFile>> {
  const groups = new Map<string, PossibleFile[]>();
  for (const file of files) {
    const group = groups.get(file.ops.key);
    if (group === undefined) groups.set(file.ops.key, [file]);
    else group.push(file);
  }
  const found = [...groups.values()].map((group) => findInGroup(group));
  const matching = new Set((await Promise.all(found)).flat());
  const changed = files.filter(({ onDisk }) => onDisk === undefined || !isUnchanged(onDisk));
  return new Set([...matching, ...changed]);
}

/** Finds the files with a match in a group with the same ops, and so of the same language. */
async function findInGroup(group: readonly PossibleFile[]): Promise<readonly PossibleFile[]> {
  const [first] = group;
  const search = first?.ops.nativeSearch;
  if (first === undefined || search === undefined) return group;
  const paths = group.flatMap(({ onDisk }) => (onDisk === undefined ? [] : [onDisk.path]));
  const matching = await findMatchingFiles(first.candidate.language, search, paths);
  return group.filter(({ onDisk }) => onDisk === undefined || matching.has(onDisk.path));
}
