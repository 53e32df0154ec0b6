import { randomBytes } from "node:crypto";
import { constants, lstat, open, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { StaleFileError, type TextChange } from "../model/workspace.ts";
import { sha256 } from "../shared/sha256.ts";

/** A file that is written and waits for its rename. */
interface Staged {
  readonly change: TextChange;
  readonly target: string;
  readonly temporary: string;
}

/**
 * Writes all changes or none (A19). Every file is compared with its `preHash` first (A18); then
 * every new text goes into a temporary file beside its target, with the target's mode, and is
 * flushed; then they are renamed into place. Where a rename fails, the files renamed before it get
 * their old text back. Throws `StaleFileError` before anything is written, or the error of the disk
 * after everything is as it was.
 */
export async function writeFiles(root: string, changes: readonly TextChange[]): Promise<void> {
  const modes = await Promise.all(changes.map((change) => checkFresh(root, change)));
  const staged: Staged[] = [];
  const renamed: Staged[] = [];
  try {
    for (const [index, change] of changes.entries()) {
      staged.push(await stage(root, change, change.after, modes[index] ?? 0o644));
    }
    for (const file of staged) {
      await rename(file.temporary, file.target);
      renamed.push(file);
    }
    await syncFolders(changes.map((change) => dirname(join(root, change.path))));
  } catch (error) {
    await restore(root, renamed, modes);
    throw error;
  } finally {
    await removeLeftovers(staged.slice(renamed.length));
  }
}

/** The file's mode bits, if it still is what the change rests on. */
async function checkFresh(root: string, { path, preHash }: TextChange): Promise<number> {
  const target = join(root, path);
  const stats = await lstat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new StaleFileError(path, `${path} is gone.`);
    throw error;
  });
  if (!stats.isFile()) throw new StaleFileError(path, `${path} is no longer a regular file.`);
  // Opened for writing, because a rename would also replace what may not be written.
  const file = await open(target, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    if (sha256(await file.readFile()) !== preHash)
      throw new StaleFileError(path, `${path} has changed since the preview.`);
  } finally {
    await file.close();
  }
  return stats.mode & 0o7777;
}

async function stage(
  root: string,
  change: TextChange,
  text: string,
  mode: number,
): Promise<Staged> {
  const target = join(root, change.path);
  const suffix = randomBytes(6).toString("hex"); // Only names the temporary file; never in a result.
  const temporary = join(dirname(target), `.${basename(target).slice(0, 100)}.sluice-${suffix}`);
  const file = await open(temporary, "wx", mode);
  try {
    await file.writeFile(text, "utf8");
    await file.chmod(mode); // `open` subtracts the umask.
    await file.sync();
  } catch (error) {
    await unlink(temporary);
    throw error;
  } finally {
    await file.close();
  }
  return { change, target, temporary };
}

async function restore(
  root: string,
  renamed: readonly Staged[],
  modes: readonly number[],
): Promise<void> {
  for (const [index, { change }] of renamed.entries()) {
    const old = await stage(root, change, change.before, modes[index] ?? 0o644);
    await rename(old.temporary, old.target);
  }
}

async function removeLeftovers(staged: readonly Staged[]): Promise<void> {
  for (const { temporary } of staged) {
    await unlink(temporary).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
}

/** Flushes the folders' entries, where the system allows to open a folder. */
async function syncFolders(folders: readonly string[]): Promise<void> {
  if (process.platform === "win32") return;
  for (const folder of new Set(folders)) {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
