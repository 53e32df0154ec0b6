import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  realpathSync,
} from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { placeOfOpenFile } from "../../files/place-of-open-file.ts";
import { stampOf } from "../../files/stamp-files.ts";
import { findWayTo, isReachedDirectlyNow } from "../../files/way-to.ts";
import { StaleFileError } from "../../model/workspace.ts";
import { type FileIdentity, fileOf, identityOf } from "./file-identity.ts";
import type { FileWrite } from "./file-write.ts";
import { hashFile } from "./hash-file.ts";

/**
 * Returns the identity of a file that a change rests on: a writable, regular file with the content of `preHash`,
 * reached through no link; undefined for a new file whose place is free. Throws a `StaleFileError` otherwise (A18), or
 * the disk's error. Inspects a file without a wait: of thousands, the waits would cost several times the calls.
 */
export async function checkFresh(
  root: string,
  { path, preHash }: Pick<FileWrite, "path" | "preHash">,
): Promise<FileIdentity | undefined> {
  if (preHash === null) return checkFree(root, path);
  const target = join(root, path);
  const before = statsOf(target, path);
  if (!before.isFile()) throw new StaleFileError(path, `${path} is no longer a regular file.`);
  const file = openItself(target, path);
  try {
    const opened = fstatSync(file, { bigint: true }); // Before the content is read, so that no change is missed.
    // Another process may replace a folder on the way, or the file: the opened file must be, by device and inode, the
    // file that is at the path before and after the folders are resolved.
    if (!leadsStraight(root, path) || !isOpenedAt(file, root, path))
      throw new StaleFileError(path, `${path} is reached through a link.`);
    const places = [before, statsOf(target, path)].map(fileOf);
    if (!opened.isFile() || places.some((place) => place !== fileOf(opened)))
      throw new StaleFileError(path, `${path} was replaced just now.`);
    if (hashFile(file, Number(opened.size)) !== preHash)
      throw new StaleFileError(path, `${path} has changed since the preview.`);
    // One race remains, because Node cannot open a file relative to an open folder: a process that swaps a folder for a
    // link and back between these checks, and again before the rename, makes it replace a file in another folder.
    return identityOf(opened);
  } finally {
    closeSync(file);
  }
}

/** Opens for writing, because a rename would also replace a file that may not be written. Does not wait for a pipe. */
function openItself(target: string, path: string): number {
  const flags = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    return openSync(target, flags);
  } catch (error) {
    const failure = error as NodeJS.ErrnoException; // Node's `fs` throws only these.
    if (failure.code === "ELOOP") throw new StaleFileError(path, `${path} became a link.`);
    throw goneOr(failure, path);
  }
}

function leadsStraight(root: string, path: string): boolean {
  try {
    return isReachedDirectlyNow(root, path);
  } catch (error) {
    throw goneOr(error as NodeJS.ErrnoException, path);
  }
}

/**
 * True if the opened file is at the path itself, even if folders and links were swapped meanwhile. Also true if the
 * system cannot answer, which only Linux can.
 */
function isOpenedAt(file: number, root: string, path: string): boolean {
  const place = placeOfOpenFile(file);
  return place === undefined || place === join(realpathSync.native(root), path);
}

function statsOf(target: string, path: string): BigIntStats {
  try {
    return lstatSync(target, { bigint: true });
  } catch (error) {
    throw goneOr(error as NodeJS.ErrnoException, path);
  }
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
  if (stampNow(join(root, path)) !== stamp)
    throw new StaleFileError(path, `${path} was saved by another process meanwhile.`);
}

/** Returns undefined if nothing is there, or if it cannot be inspected: then something else is there now. */
function stampNow(target: string): string | undefined {
  try {
    return stampOf(lstatSync(target, { bigint: true }));
  } catch {
    return undefined;
  }
}
