import { findMatchingFiles } from "../../../edit/match/find-matching-files.ts";
import type { Workspace } from "../../../model/workspace.ts";
import { addTo } from "../../../shared/lists/add-to.ts";
import type { FileToSearch, PossibleFile, SearchParams } from "./search-shapes.ts";

/** Returns true if the engine can search for the ops of a file by itself, on the disk. */
export function canPrefilterNatively({ onDisk, ops }: PossibleFile): boolean {
  return onDisk !== undefined && ops.nativeSearch !== undefined;
}

/** True if the edits of a file can be made while the engine searches it by itself. */
export function canSearchNatively(
  { onDisk, ops }: PossibleFile,
  { passes }: SearchParams,
): boolean {
  return onDisk !== undefined && ops.nativePass !== undefined && passes === 1;
}

/**
 * Finds the files that have a match, on the engine's own threads. The engine reads them again from the disk, so a file
 * that has changed since it was read counts as one with a match.
 */
export async function prefilterNatively(
  files: readonly FileToSearch[],
  { isUnchanged }: Pick<Workspace, "isUnchanged">,
): Promise<ReadonlySet<FileToSearch>> {
  const found = await Promise.all(byOps(files).map((group) => findInGroup(group)));
  const changed = files.filter(({ file: { onDisk } }) => !onDisk || !isUnchanged(onDisk));
  return new Set([...found.flat(), ...changed]);
}

/** Finds the files with a match in a group with the same ops, and so of the same language. */
async function findInGroup(group: readonly FileToSearch[]): Promise<readonly FileToSearch[]> {
  const [first] = group;
  const search = first?.file.ops.nativeSearch;
  if (first === undefined || search === undefined) return group;
  const paths = group.flatMap(({ file: { onDisk } }) =>
    onDisk === undefined ? [] : [onDisk.path],
  );
  const matching = await findMatchingFiles(first.file.candidate.language, search, paths);
  return group.filter(({ file: { onDisk } }) => onDisk === undefined || matching.has(onDisk.path));
}

/** Groups files with the same ops, and so of the same language. */
export function byOps(files: readonly FileToSearch[]): readonly (readonly FileToSearch[])[] {
  const groups = new Map<string, FileToSearch[]>();
  for (const each of files) {
    addTo(groups, each.file.ops.key, each);
  }
  return [...groups.values()];
}
