import { constants, lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { isReachedDirectly } from "../files/read-file.ts";
import { findWayTo } from "../files/way-to.ts";
import { sha256 } from "../shared/sha256.ts";

/** What stands at a path now, as far as a transaction cares. */
export type FileState =
  | {
      readonly kind: "file";
      readonly hash: string;
      readonly mode: number;
      readonly uid: number;
      readonly gid: number;
    }
  | { readonly kind: "missing" }
  /** Words that follow the path. */
  | { readonly kind: "other"; readonly why: string };

/** Looks at a path below the root; follows no link. Throws the disk's error. */
export async function readFileState(root: string, path: string): Promise<FileState> {
  const target = join(root, path);
  const stats = await lstat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  if (stats === undefined) {
    const isLinked = (await findWayTo(root, path)) === "link";
    return isLinked ? { kind: "other", why: "is reached through a link" } : { kind: "missing" };
  }
  if (!stats.isFile()) return { kind: "other", why: "is no regular file" };
  if (!(await isReachedDirectly(root, path)))
    return { kind: "other", why: "is reached through a link" };
  const file = await open(target, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { mode, uid, gid } = stats;
    return { kind: "file", hash: sha256(await file.readFile()), mode: mode & 0o7777, uid, gid };
  } finally {
    await file.close();
  }
}
