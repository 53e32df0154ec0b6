import { type FolderChange, updateFolder } from "../../apply/disk/update-folder.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { absoluteIn, type CasesPlace } from "./cases-place.ts";
import type { CaseTree } from "./read-tree.ts";
import { areEqual } from "./run-case.ts";
import type { TreeCase } from "./test-case.ts";

/**
 * Writes what came out as what is expected, below the folder of the case. Returns the files that were written or
 * removed, from that folder; none if there is nothing to write. A case that changes nothing needs no `expected`.
 */
export async function updateCase(
  { folder, layout, input, expected }: TreeCase,
  result: CaseTree,
  place: CasesPlace,
): Promise<readonly string[]> {
  if (areEqual(result, expected ?? input)) return [];
  const own = absoluteIn(place, folder);
  const changes = changesBetween(expected ?? new Map(), result);
  if (layout === "tree") {
    // The folder of the case is there, so that links in it are found.
    await updateFolder(
      own,
      changes.map(({ path, bytes }) => ({ path: `expected/${path}`, bytes })),
    );
    return changes.map(({ path }) => `expected/${path}`);
  }
  const [name] = input.keys();
  const bytes = name === undefined ? undefined : result.get(name);
  if (name === undefined || bytes === undefined || result.size !== 1)
    throw new Error("the result is not one file; let `input` be a folder");
  const path = name.replace(/^input/, "expected");
  await updateFolder(own, [{ path, bytes }]);
  return [path];
}

function changesBetween(before: CaseTree, after: CaseTree): readonly FolderChange[] {
  const written = [...after]
    .filter(([path, bytes]) => before.get(path)?.equals(bytes) !== true)
    .map(([path, bytes]): FolderChange => ({ path, bytes }));
  const gone = [...before.keys()]
    .filter((path) => !after.has(path))
    .map((path): FolderChange => ({ path, bytes: undefined }));
  return [...gone, ...written].sort((a, b) => comparePaths(a.path, b.path));
}
