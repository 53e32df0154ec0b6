import { constants, lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { isReachedDirectly } from "../files/read-file.ts";
import { stampOf } from "../files/stamp-files.ts";
import { findWayTo } from "../files/way-to.ts";
import { StaleFileError } from "../model/workspace.ts";
import { sha256 } from "../shared/sha256.ts";
import type { FileWrite } from "./file-write.ts";

/** What a file keeps when its text is replaced. */
export interface FileIdentity {
  /** Mode bits. */
  readonly mode: number;
  /** Tells whether the file was touched since (files/stamp-files.ts). */
  readonly stamp: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * What the file is, if it still is what the change rests on: a regular file under the root, reached
 * through no link, that may be written, with the content of `preHash`. Undefined for a new file, in
 * whose place nothing stands. Throws a `StaleFileError` where it is otherwise (A18), or the disk's error.
 */
export async function checkFresh(
  root: string,
  { path, preHash }: Pick<FileWrite, "path" | "preHash">,
): Promise<FileIdentity | undefined> {
  if (preHash === null) return checkFree(root, path);
  const target = join(root, path);
  const stats = await lstat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR")
      throw new StaleFileError(path, `${path} is gone.`);
    throw error;
  });
  if (!stats.isFile()) throw new StaleFileError(path, `${path} is no longer a regular file.`);
  if (!(await isReachedDirectly(root, path)))
    throw new StaleFileError(path, `${path} is reached through a link.`);
  const stamp = await lookAt(target); // Before the content is read, so that no change falls between.
  // Opened for writing, because a rename would also replace what may not be written.
  const file = await open(target, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    if (sha256(await file.readFile()) !== preHash)
      throw new StaleFileError(path, `${path} has changed since the preview.`);
  } finally {
    await file.close();
  }
  return { mode: stats.mode & 0o7777, uid: stats.uid, gid: stats.gid, stamp };
}

/** Throws a `StaleFileError` where a new file cannot come to stand: nothing is replaced, no link followed. */
async function checkFree(root: string, path: string): Promise<undefined> {
  const stats = await lstat(join(root, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  if (stats !== undefined) throw new StaleFileError(path, `${path} exists by now.`);
  const way = await findWayTo(root, path);
  if (way === "link") throw new StaleFileError(path, `${path} is reached through a link.`);
  if (way === "blocked")
    throw new StaleFileError(path, `Something on the way to ${path} is no folder.`);
}

/**
 * Looks once more, just before the file is replaced: what somebody saved in between must not be lost.
 * Throws a `StaleFileError` where the file was touched.
 */
export async function checkUntouched(
  root: string,
  path: string,
  { stamp }: FileIdentity,
): Promise<void> {
  // Whatever is in the way now was not there before: the file is not what it was.
  const now = await lookAt(join(root, path)).catch(() => "gone");
  if (now !== stamp)
    throw new StaleFileError(path, `${path} was saved by somebody else meanwhile.`);
}

async function lookAt(target: string): Promise<string> {
  return stampOf(await lstat(target, { bigint: true }));
}
