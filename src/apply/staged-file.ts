import { randomBytes } from "node:crypto";
import { link, open, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { FileIdentity } from "./check-fresh.ts";

/** A file that is written beside its target and waits for its rename. */
export interface StagedFile {
  readonly target: string;
  readonly temporary: string;
}

/** Writes and flushes a text beside its target, with the mode and, where possible, the owner it is to have. */
export async function stageFile(
  target: string,
  text: string,
  identity: FileIdentity | undefined,
): Promise<StagedFile> {
  const suffix = randomBytes(6).toString("hex"); // Only names the temporary file; never in a result.
  const temporary = join(dirname(target), `.${basename(target).slice(0, 60)}.sluice-${suffix}`);
  const file = await open(temporary, "wx", identity?.mode ?? 0o644);
  try {
    await file.writeFile(text, "utf8");
    if (identity) await keepIdentity(file, identity);
    await file.sync();
  } catch (error) {
    await unlink(temporary);
    throw error;
  } finally {
    await file.close();
  }
  return { target, temporary };
}

/** Puts a staged file into its place. */
export async function renameStaged(file: StagedFile | undefined): Promise<void> {
  if (!file) throw new Error("A file is renamed that was never staged.");
  await rename(file.temporary, file.target);
}

/**
 * Puts a staged file into a place where nothing may stand. Answers whether it could: where something
 * came to stand there meanwhile it stays, whatever the moment. Where it throws, nothing stands there.
 */
export async function placeStaged(file: StagedFile | undefined): Promise<boolean> {
  if (!file) throw new Error("A file is put into its place that was never staged.");
  try {
    await link(file.temporary, file.target); // A rename would replace what stands there.
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // fs rejects with these only.
    if (code === "EEXIST") return false;
    if (code === undefined || !WITHOUT_LINKS.has(code)) throw error;
    return placeWithoutLink(file);
  }
  try {
    await unlink(file.temporary);
  } catch (error) {
    await unlink(file.target); // It is all of it or nothing.
    throw error;
  }
  return true;
}

/** How file systems say that they have no hard links. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

/** Takes the place with an empty file first: only who makes it may replace it. */
async function placeWithoutLink({ temporary, target }: StagedFile): Promise<boolean> {
  const place = await open(target, "wx").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return undefined;
    throw error;
  });
  if (place === undefined) return false;
  await place.close();
  try {
    await rename(temporary, target);
  } catch (error) {
    await unlink(target);
    throw error;
  }
  return true;
}

/** Removes a staged file that is not needed. */
export async function discardStaged({ temporary }: StagedFile): Promise<void> {
  await unlink(temporary).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}

/** Flushes a folder's entries, where the system allows to open a folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EISDIR" || error.code === "EPERM") return undefined; // Windows.
    throw error;
  });
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

/** `open` subtracts the umask, and gives the file to whoever runs. */
async function keepIdentity(
  file: Awaited<ReturnType<typeof open>>,
  { mode, uid, gid }: FileIdentity,
): Promise<void> {
  const stats = await file.stat();
  if (stats.uid !== uid || stats.gid !== gid)
    await file.chown(uid, gid).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EPERM") throw error; // Only root may give files away.
    });
  await file.chmod(mode);
}
