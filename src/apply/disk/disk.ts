import { fchmodSync, fchownSync, fstatSync, fsync, openSync, writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import * as fs from "node:fs/promises";
import { promisify } from "node:util";
import { type FaultPoint, reachFaultPoint } from "./fault-point.ts";

/**
 * Every call that changes the disk, with absolute paths. The process may die, or the disk may fail, at each of them,
 * and the tests of faults (test/faults) try them all.
 */

/** Makes a file. Rejects if the path is taken. */
export async function createFile(path: string, mode: number): Promise<FileHandle> {
  reachFaultPoint("open", path);
  return fs.open(path, "wx", mode);
}

/** Makes a file and returns its descriptor, without a wait: of thousands of files, the waits would cost the most. */
export function createFileNow(path: string, mode: number): number {
  reachFaultPoint("open", path);
  return openSync(path, "wx", mode);
}

/** Writes all bytes at the current position of an open file, without a wait. */
export function writeBytesNow(file: number, path: string, bytes: Uint8Array): void {
  reachFaultPoint("write", path);
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** Writes all bytes at `position`, or at the current position of the file if it is null. */
export async function writeBytes(
  file: FileHandle,
  path: string,
  bytes: Uint8Array,
  position: number | null = null,
): Promise<void> {
  reachFaultPoint("write", path);
  for (let done = 0; done < bytes.length; ) {
    const at = position === null ? null : position + done;
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at);
    done += bytesWritten;
  }
}

const flush = promisify(fsync);

/** Flushes an open file to the disk. */
export async function syncFile({ fd }: Pick<FileHandle, "fd">, path: string): Promise<void> {
  reachFaultPoint("sync", path);
  await flush(fd);
}

/** Sets the owner of a file, if the system allows it, and then its mode bits, which a change of owner clears. */
export function setIdentity(
  file: number,
  path: string,
  { mode, uid, gid }: { readonly mode: number; readonly uid: number; readonly gid: number },
): void {
  reachFaultPoint("identity", path);
  const stats = fstatSync(file);
  if (stats.uid !== uid || stats.gid !== gid) setOwner(file, uid, gid);
  fchmodSync(file, mode);
}

function setOwner(file: number, uid: number, gid: number): void {
  try {
    fchownSync(file, uid, gid);
  } catch (error) {
    unless("EPERM")(error as NodeJS.ErrnoException); // Only root may change the owner. `fs` throws only these.
  }
}

/** Renames a file, and replaces the file at `to`. */
export async function renameFile(from: string, to: string): Promise<void> {
  reachFaultPoint("rename", to);
  await fs.rename(from, to);
}

/** Gives a file a second name. Rejects if that name is taken. */
export async function linkFile(from: string, to: string): Promise<void> {
  reachFaultPoint("link", to);
  await fs.link(from, to);
}

/** True if an error says that the file system has no hard links. */
export function isWithoutLinks({ code }: NodeJS.ErrnoException): boolean {
  return code !== undefined && ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(code);
}

/** Removes a file. */
export async function removeFile(path: string): Promise<void> {
  reachFaultPoint("unlink", path);
  await fs.unlink(path);
}

/** Removes a file if it exists. */
export function removeIfThere(path: string): Promise<void> {
  return removeFile(path).catch(unless("ENOENT", "ENOTDIR"));
}

/** Makes a folder. Returns false if the path was taken. */
export async function makeFolder(path: string): Promise<boolean> {
  reachFaultPoint("mkdir", path);
  return fs.mkdir(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}

/** Removes an empty folder. Leaves everything else: a folder that is not empty, a file, a link. */
export async function removeEmptyFolder(path: string): Promise<void> {
  reachFaultPoint("rmdir", path);
  await fs.rmdir(path).catch(unless("ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"));
}

/** Flushes the entries of a folder, if the system and the file system can do it. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await fs.open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EISDIR" || error.code === "EPERM") return undefined; // Windows.
    throw error;
  });
  try {
    reachFaultPoint("sync-folder" satisfies FaultPoint, path);
    await handle?.sync();
  } catch (error) {
    unless("EINVAL")(error as NodeJS.ErrnoException); // Some network file systems; `fs` throws only these.
  } finally {
    await handle?.close();
  }
}

/** Ignores an error that has one of these codes. */
function unless(...codes: readonly string[]) {
  return (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? "")) throw error;
  };
}
