import { type FolderChange, updateFolder } from "../../apply/disk/update-folder.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { absoluteIn, type CasesPlace } from "./cases-place.ts";
import type { CaseTree } from "./read-tree.ts";
import { areEqual } from "./run-case.ts";
import type { TreeCase } from "./test-case.ts";

/** The files of a case that an update changed, from its folder. */
export interface CaseUpdate {
  /** All files that were written or removed. */
  readonly updated: readonly string[];
  readonly removed: readonly string[];
}

export const NO_UPDATE: CaseUpdate = { updated: [], removed: [] };

/**
 * Writes what came out as what is expected, below the folder of the case, and returns the files that it changed. A case
 * that changes nothing needs no `expected`.
 */
export async function updateCase(
  { folder, layout, input, expected }: TreeCase,
  result: CaseTree,
  place: CasesPlace,
): Promise<CaseUpdate> {
  if (areEqual(result, expected ?? input)) return NO_UPDATE;
  const caseFolder = absoluteIn(place, folder);
  const changes = changesBetween(expected ?? new Map(), result);
  if (layout === "tree") {
    // The folder of the case is there, so that links in it are found.
    const below = changes.map(({ path, bytes }) => ({ path: `expected/${path}`, bytes }));
    await updateFolder(caseFolder, below);
    const gone = below.filter(({ bytes }) => bytes === undefined);
    return { updated: below.map(({ path }) => path), removed: gone.map(({ path }) => path) };
  }
  const [name] = input.keys();
  const bytes = name === undefined ? undefined : result.get(name);
  if (name === undefined || bytes === undefined || result.size !== 1)
    throw new Error("the result is not one file; let `input` be a folder");
  const path = name.replace(/^input/, "expected");
  await updateFolder(caseFolder, [{ path, bytes }]);
  return { updated: [path], removed: [] };
}

function changesBetween(before: CaseTree, after: CaseTree): readonly FolderChange[] {
  const writtenFiles = [...after]
    .filter(([path, bytes]) => before.get(path)?.equals(bytes) !== true)
    .map(([path, bytes]): FolderChange => ({ path, bytes }));
  const gone = [...before.keys()]
    .filter((path) => !after.has(path))
    .map((path): FolderChange => ({ path, bytes: undefined }));
  return [...gone, ...writtenFiles].sort((a, b) => comparePaths(a.path, b.path));
}
