import { realpathSync } from "node:fs";
import { sep } from "node:path";

/** Folders whose files others may have written; real paths. */
export type Trees = readonly string[];

/** Returns the tree that a path really lies in; undefined if it lies in none, or does not exist. */
export function treeOf(path: string, trees: Trees): string | undefined {
  const real = realPath(path);
  return trees.find((tree) => real === tree || real?.startsWith(tree + sep));
}

/** Returns a path without links; undefined if it does not exist. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
