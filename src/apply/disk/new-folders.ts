import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isReachedDirectly } from "../../files/way-to.ts";
import { foldersAbove } from "../../shared/paths/folders-above.ts";
import { makeFolder, removeEmptyFolder, syncFolder } from "./disk.ts";
import type { FileWrite } from "./file-write.ts";

/**
 * Finds the missing folders that new files need, the outer before the inner; relative to the root. They are written
 * into the journal before any is made, so that a recovery knows them.
 */
export async function findMissingFolders(
  root: string,
  writes: readonly Pick<FileWrite, "path" | "preHash">[],
): Promise<readonly string[]> {
  const folders = foldersAbove(
    writes.filter(({ preHash }) => preHash === null).map(({ path }) => path),
  );
  const missing: string[] = [];
  for (const folder of folders) if (await isMissing(join(root, folder))) missing.push(folder);
  return missing;
}

/** Makes folders in the given order. Returns the folders that have a new entry then; absolute. */
export async function makeFolders(
  root: string,
  folders: readonly string[],
): Promise<readonly string[]> {
  for (const folder of folders) await makeFolder(join(root, folder));
  return folders.map((folder) => dirname(join(root, folder)));
}

/**
 * Removes the folders that a run made, if they are empty; `folders` has the outer before the inner. A folder that is a
 * link by now, or is below one, is not the run's.
 */
export async function removeMadeFolders(root: string, folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse())
    if (await isThere(root, folder)) await removeEmptyFolder(join(root, folder));
}

/**
 * Does the same, and flushes the folders that they were in. Tries again if the disk fails once: no later run looks for
 * these folders.
 */
export async function removeOldFolders(root: string, folders: readonly string[]): Promise<void> {
  await removeMadeFolders(root, folders).catch(() => removeMadeFolders(root, folders));
  const parents = new Set(folders.map((folder) => dirname(folder)));
  for (const parent of parents)
    if (parent === "." || (await isThere(root, parent))) await syncFolder(join(root, parent));
}

/** Returns the folders that exist, reached through no link. */
export async function findFolders(
  root: string,
  folders: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders) if (await isThere(root, folder)) found.push(folder);
  return found;
}

/** Makes folders again that a transaction had removed; not below a link. The outer before the inner. */
export async function restoreFolders(root: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const parent = dirname(folder);
    if (parent === "." || (await isThere(root, parent))) await makeFolder(join(root, folder));
  }
}

function isThere(root: string, folder: string): Promise<boolean> {
  return isReachedDirectly(root, folder).catch(() => false); // It is gone.
}

async function isMissing(folder: string): Promise<boolean> {
  return lstat(folder).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return true;
      throw error;
    },
  );
}
