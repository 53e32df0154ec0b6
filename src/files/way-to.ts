import { realpathSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { dirname } from "node:path/posix";

/** The state of the way to a path at which nothing exists. */
export type Way =
  /** A new file can be created there, once its folders are made. */
  | "free"
  /** A folder on the way is a link, or below one. */
  | "link"
  /** Something on the way is not a folder. */
  | "blocked";

/** Inspects the nearest thing that exists on the way to a path below the root. Throws the error of the disk. */
export async function findWayTo(root: string, path: string): Promise<Way> {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    const stats = await lstat(join(root, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
      throw error;
    });
    if (stats === undefined) continue;
    if (stats.isSymbolicLink() || !(await isReachedDirectly(root, folder))) return "link";
    return stats.isDirectory() ? "free" : "blocked";
  }
  return "free";
}

/**
 * True if a path that exists below the root is reached through no link. A folder on the way that leads elsewhere, also
 * inside the root, would give a file a second name that no rule covers.
 */
export async function isReachedDirectly(root: string, path: string): Promise<boolean> {
  return isReachedDirectlyNow(root, path);
}

/** Does the same without a wait: of many files, the calls that wait would cost several times the answer. */
export function isReachedDirectlyNow(root: string, path: string): boolean {
  return realpathSync.native(join(root, path)) === join(realRootOf(root), path);
}

const realRoots = new Map<string, string>();

/** Returns the root after all links. It does not move while a process works in it. */
export function realRootOf(root: string): string {
  const known = realRoots.get(root) ?? realpathSync.native(root);
  realRoots.set(root, known);
  return known;
}
