import type { FileHandle } from "node:fs/promises";
import * as fs from "node:fs/promises";
import { type FaultPoint, reachFaultPoint } from "./fault-point.ts";

/**
 * Every call that changes a disk, each a point at which a process may die or the disk may fail: the tests of
 * faults go through all of them. Paths are absolute.
 */

/** Makes a file where nothing stands. */
export async function createFile(path: string, mode: number): Promise<FileHandle> {
  reachFaultPoint("open", path);
  return fs.open(path, "wx", mode);
}

/** Writes all of the bytes; at `position`, or where the file is. */
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

/** Waits until what was written is on the disk. */
export async function syncFile(file: FileHandle, path: string): Promise<void> {
  reachFaultPoint("sync", path);
  await file.sync();
}

/** Gives a file its owner, as far as that may be done, and then its mode bits, which a change of owner clears. */
export async function setIdentity(
  file: FileHandle,
  path: string,
  { mode, uid, gid }: { readonly mode: number; readonly uid: number; readonly gid: number },
): Promise<void> {
  reachFaultPoint("identity", path);
  const stats = await file.stat();
  if (stats.uid !== uid || stats.gid !== gid)
    await file.chown(uid, gid).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EPERM") throw error; // Only root may give files away.
    });
  await file.chmod(mode);
}

/** Replaces what stands at `to`. */
export async function renameFile(from: string, to: string): Promise<void> {
  reachFaultPoint("rename", to);
  await fs.rename(from, to);
}

/** Gives a file a second name where nothing stands. */
export async function linkFile(from: string, to: string): Promise<void> {
  reachFaultPoint("link", to);
  await fs.link(from, to);
}

/** Whether a file system says that it has no hard links. */
export function isWithoutLinks({ code }: NodeJS.ErrnoException): boolean {
  return code !== undefined && ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(code);
}

/** Removes a file. */
export async function removeFile(path: string): Promise<void> {
  reachFaultPoint("unlink", path);
  await fs.unlink(path);
}

/** Removes a file, if it is there. */
export function removeIfThere(path: string): Promise<void> {
  return removeFile(path).catch(unless("ENOENT", "ENOTDIR"));
}

/** Makes a folder. Answers whether it had to be made. */
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

/** Removes a folder that is empty; one that is not stays, and so does what is no folder, or a link to one. */
export async function removeEmptyFolder(path: string): Promise<void> {
  reachFaultPoint("rmdir", path);
  await fs.rmdir(path).catch(unless("ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"));
}

/** Flushes a folder's entries, where the system allows to open a folder, and the file system knows how. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await fs.open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EISDIR" || error.code === "EPERM") return undefined; // Windows.
    throw error;
  });
  try {
    reachFaultPoint("sync-folder" satisfies FaultPoint, path);
    await handle?.sync();
  } catch (error) {
    unless("EINVAL")(error as NodeJS.ErrnoException); // Some in the network: fs throws these only.
  } finally {
    await handle?.close();
  }
}

/** Lets an error pass that is one of these. */
function unless(...codes: readonly string[]) {
  return (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? "")) throw error;
  };
}
