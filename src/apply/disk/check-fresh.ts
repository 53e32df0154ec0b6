import type { BigIntStats } from "node:fs";
import { constants, type FileHandle, lstat, open, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import { stampOf } from "../../files/stamp-files.ts";
import { findWayTo, isReachedDirectly } from "../../files/way-to.ts";
import { StaleFileError } from "../../model/workspace.ts";
import { type FileIdentity, fileOf, identityOf } from "./file-identity.ts";
import type { FileWrite } from "./file-write.ts";
import { hashFile } from "./hash-file.ts";

/**
 * What the file is, if it still is what the change rests on: a regular file under the root, reached
 * through no link, that may be written, with the content of `preHash`. Undefined for a new file, in
 * whose place nothing stands. Throws a `StaleFileError` where it is otherwise (A18), or the disk's error.
 *
 * The last link is never followed. What was opened is compared, by device and inode, with what stood at the
 * path before, and with what stands there once the folders on the way were asked where they lead.
 *
 * The race that remains: Node cannot open a file below a folder that is held open. Somebody who swaps a folder
 * on the way for a link and back between these looks, and again between the last look and the rename, can make
 * the rename happen in another folder; it then replaces a file there with the new text of this one.
 */
export async function checkFresh(
  root: string,
  { path, preHash }: Pick<FileWrite, "path" | "preHash">,
): Promise<FileIdentity | undefined> {
  if (preHash === null) return checkFree(root, path);
  const target = join(root, path);
  const before = await lookAt(target, path);
  if (!before.isFile()) throw new StaleFileError(path, `${path} is no longer a regular file.`);
  const file = await openItself(target, path);
  try {
    const opened = await file.stat({ bigint: true }); // Before the content is read: no change falls between.
    if (!(await leadsStraight(root, path)) || !(await isOpenedAt(file, root, path)))
      throw new StaleFileError(path, `${path} is reached through a link.`);
    const places = [before, await lookAt(target, path)].map(fileOf);
    if (!opened.isFile() || places.some((place) => place !== fileOf(opened)))
      throw new StaleFileError(path, `${path} was replaced just now.`);
    if ((await hashFile(file, Number(opened.size))) !== preHash)
      throw new StaleFileError(path, `${path} has changed since the preview.`);
    return identityOf(opened);
  } finally {
    await file.close();
  }
}

/** Opened for writing, because a rename would also replace what may not be written. No pipe makes it wait. */
function openItself(target: string, path: string): ReturnType<typeof open> {
  const flags = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  return open(target, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ELOOP") throw new StaleFileError(path, `${path} became a link.`);
    throw goneOr(error, path);
  });
}

async function leadsStraight(root: string, path: string): Promise<boolean> {
  return isReachedDirectly(root, path).catch((error: NodeJS.ErrnoException) => {
    throw goneOr(error, path);
  });
}

/**
 * Whether what was opened stands at the path itself, however often folders and links have changed places
 * meanwhile. Where the system does not tell (other than Linux), true.
 */
async function isOpenedAt({ fd }: FileHandle, root: string, path: string): Promise<boolean> {
  const [place, realRoot] = await Promise.all([
    readlink(`/proc/self/fd/${fd}`).catch(() => undefined),
    realpath(root),
  ]);
  return place === undefined || place === join(realRoot, path);
}

function lookAt(target: string, path: string): Promise<BigIntStats> {
  return lstat(target, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    throw goneOr(error, path);
  });
}

function goneOr(error: NodeJS.ErrnoException, path: string): Error {
  const isGone = error.code === "ENOENT" || error.code === "ENOTDIR";
  return isGone ? new StaleFileError(path, `${path} is gone.`) : error;
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
    throw new StaleFileError(
      path,
      `${path} cannot be made: something on the way to it is not a folder.`,
    );
}

/**
 * Looks once more, just before the file is replaced: what somebody saved in between must not be lost.
 * Throws a `StaleFileError` where the file was touched.
 */
export async function checkUntouched(
  root: string,
  path: string,
  { stamp }: Pick<FileIdentity, "stamp">,
): Promise<void> {
  // Whatever is in the way now was not there before: the file is not what it was.
  const now = await lookAt(join(root, path), path).then(stampOf, () => "gone");
  if (now !== stamp)
    throw new StaleFileError(path, `${path} was saved by somebody else meanwhile.`);
}
