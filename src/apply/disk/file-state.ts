import { constants, type FileHandle, lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { stampOf } from "../../files/stamp-files.ts";
import { findWayTo, isReachedDirectly } from "../../files/way-to.ts";
import { hashFile } from "./hash-file.ts";

/** The reason for a file that cannot be seen as long as a folder on the way is a link. */
export const BEHIND_LINK = "is reached through a link";

/** The state of a path, as far as a transaction needs it. */
export type FileState =
  | {
      readonly kind: "file";
      readonly hash: string;
      /** Differs once the file was touched; taken before its content was read (files/stamp-files.ts). */
      readonly stamp: string;
      readonly mode: number;
      readonly uid: number;
      readonly gid: number;
    }
  | { readonly kind: "missing" }
  /** Not a regular file, or behind a link; `why` follows the path. */
  | { readonly kind: "other"; readonly why: string };

const NOT_REGULAR: FileState = { kind: "other", why: "is not a regular file" };

/** Reads the state of a path below the root. Follows no link and waits for no pipe; throws the disk's error. */
export async function readFileState(root: string, path: string): Promise<FileState> {
  const target = join(root, path);
  const stats = await lstat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  if (stats === undefined) {
    const isLinked = (await findWayTo(root, path)) === "link";
    return isLinked ? { kind: "other", why: BEHIND_LINK } : { kind: "missing" };
  }
  if (!stats.isFile()) return NOT_REGULAR;
  if (!(await isReachedDirectly(root, path))) return { kind: "other", why: BEHIND_LINK };
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(target, flags);
  try {
    return await stateOf(file);
  } finally {
    await file.close();
  }
}

/** Reads the state of the opened file, which may be another one than was found before. */
async function stateOf(file: FileHandle): Promise<FileState> {
  const stats = await file.stat({ bigint: true }); // Before the content is read, so that no change is missed.
  if (!stats.isFile()) return NOT_REGULAR;
  const [mode, uid, gid] = [Number(stats.mode) & 0o7777, Number(stats.uid), Number(stats.gid)];
  const hash = hashFile(file.fd, Number(stats.size));
  return { kind: "file", hash, stamp: stampOf(stats), mode, uid, gid };
}
