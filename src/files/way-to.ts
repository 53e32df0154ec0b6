import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { dirname } from "node:path/posix";
import { isReachedDirectly } from "./read-file.ts";

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
