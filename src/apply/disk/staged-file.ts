import { closeSync, fchmodSync } from "node:fs";
import { collectIfGrown } from "../../shared/process/collect-garbage.ts";
import {
  createFile,
  createFileNow,
  isWithoutLinks,
  linkFile,
  removeFile,
  removeIfThere,
  renameFile,
  setIdentity,
  syncFile,
  writeBytesNow,
} from "./disk.ts";
import type { FileIdentity } from "./file-identity.ts";
import { bitsAfter, type FileWrite } from "./file-write.ts";

/** A file beside its target that waits for its rename. Absolute paths. */
export interface StagedFile {
  readonly target: string;
  readonly temporary: string;
}

/**
 * Writes and flushes a text beside its target, with the mode and, if possible, the owner of the target; a new file has
 * mode bits, or a mode of git. Waits only for the flush.
 */
export async function stageFile(
  { temporary }: StagedFile,
  text: string | Buffer | Iterable<string>,
  identity: Pick<FileIdentity, "mode" | "uid" | "gid"> | FileWrite["mode"],
): Promise<void> {
  const mode = typeof identity === "object" ? identity.mode : identity;
  const fd = createFileNow(temporary, typeof mode === "number" ? mode : bitsAfter(0o644, mode));
  try {
    if (Buffer.isBuffer(text)) writeBytesNow(fd, temporary, text);
    else
      for (const piece of piecesOf(text)) {
        writeBytesNow(fd, temporary, Buffer.from(piece));
        collectIfGrown();
      }
    if (typeof identity === "object") setIdentity(fd, temporary, identity);
    else if (typeof mode === "number") fchmodSync(fd, mode); // `open` subtracts the umask.
    await syncFile({ fd }, temporary);
  } catch (error) {
    await removeIfThere(temporary).catch(() => undefined); // The first error counts.
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Returns the pieces of a text: a string is one of them. */
export function piecesOf(text: string | Iterable<string>): Iterable<string> {
  return typeof text === "string" ? [text] : text;
}

/** Renames a staged file to its target. */
export function renameStaged({ temporary, target }: StagedFile): Promise<void> {
  return renameFile(temporary, target);
}

/**
 * Puts a staged file into a free place, or returns false if the place is taken; never replaces anything. If it throws,
 * the place is free again, unless the disk refuses that too.
 */
export async function placeStaged(file: StagedFile): Promise<boolean> {
  try {
    await linkFile(file.temporary, file.target); // A rename would replace another file.
  } catch (error) {
    const failure = error as NodeJS.ErrnoException; // Node's `fs` rejects only with these.
    if (failure.code === "EEXIST") return false;
    if (!isWithoutLinks(failure)) throw error;
    return placeWithoutLink(file);
  }
  try {
    await removeFile(file.temporary);
  } catch (error) {
    // All or nothing. The first error counts.
    await removeIfThere(file.target).catch(() => undefined);
    throw error;
  }
  return true;
}

/** Takes the place with an empty file first, which only the process that made it replaces. */
async function placeWithoutLink({ temporary, target }: StagedFile): Promise<boolean> {
  const place = await createFile(target, 0o644).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return undefined;
    throw error;
  });
  if (place === undefined) return false;
  await place.close();
  try {
    await renameFile(temporary, target);
  } catch (error) {
    await removeIfThere(target).catch(() => undefined); // As above, the first error counts.
    throw error;
  }
  return true;
}
