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
 * Returns the identity of a file that a change rests on: a writable, regular file with the content of `preHash`,
 * reached through no link; undefined for a new file whose place is free. Throws a `StaleFileError` otherwise (A18), or
 * the disk's error.
 */
export async function checkFresh(
  root: string,
  { path, preHash }: Pick<FileWrite, "path" | "preHash">,
): Promise<FileIdentity | undefined> {
  if (preHash === null) return checkFree(root, path);
  const target = join(root, path);
  const before = await statsOf(target, path);
  if (!before.isFile()) throw new StaleFileError(path, `${path} is no longer a regular file.`);
  const file = await openItself(target, path);
  try {
    const opened = await file.stat({ bigint: true }); // Before the content is read, so that no change is missed.
    // Another process may replace a folder on the way, or the file: the opened file must be, by device and inode, the
    // file that is at the path before and after the folders are resolved.
    if (!(await leadsStraight(root, path)) || !(await isOpenedAt(file, root, path)))
      throw new StaleFileError(path, `${path} is reached through a link.`);
    const places = [before, await statsOf(target, path)].map(fileOf);
    if (!opened.isFile() || places.some((place) => place !== fileOf(opened)))
      throw new StaleFileError(path, `${path} was replaced just now.`);
    if ((await hashFile(file, Number(opened.size))) !== preHash)
      throw new StaleFileError(path, `${path} has changed since the preview.`);
    // One race remains, because Node cannot open a file relative to an open folder: a process that swaps a folder for a
    // link and back between these checks, and again before the rename, makes it replace a file in another folder.
    return identityOf(opened);
  } finally {
    await file.close();
  }
}

/** Opens for writing, because a rename would also replace a file that may not be written. Does not wait for a pipe. */
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
 * True if the opened file is at the path itself, even if folders and links were swapped meanwhile. Also true if the
 * system cannot answer, which only Linux can.
 */
async function isOpenedAt({ fd }: FileHandle, root: string, path: string): Promise<boolean> {
  const [place, realRoot] = await Promise.all([
    readlink(`/proc/self/fd/${fd}`).catch(() => undefined),
    realpath(root),
  ]);
  return place === undefined || place === join(realRoot, path);
}

function statsOf(target: string, path: string): Promise<BigIntStats> {
  return lstat(target, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    throw goneOr(error, path);
  });
}

function goneOr(error: NodeJS.ErrnoException, path: string): Error {
  const isGone = error.code === "ENOENT" || error.code === "ENOTDIR";
  return isGone ? new StaleFileError(path, `${path} is gone.`) : error;
}

/** Throws a `StaleFileError` if a new file cannot be made here. Replaces nothing and follows no link. */
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
 * Checks a file once more just before it is replaced, so that a change of another process is not lost. Throws a
 * `StaleFileError` if the file was touched.
 */
export async function checkUntouched(
  root: string,
  path: string,
  { stamp }: Pick<FileIdentity, "stamp">,
): Promise<void> {
  // An error means that something else is there now.
  const now = await statsOf(join(root, path), path).then(stampOf, () => "gone");
  if (now !== stamp)
    throw new StaleFileError(path, `${path} was saved by another process meanwhile.`);
}
