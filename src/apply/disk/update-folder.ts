import { lstat, mkdir } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { treeLinkFault } from "../../files/tree-link.ts";
import { removeEmptyFolder, removeFile, syncFolder } from "./disk.ts";
import { replaceFile } from "./replace-file.ts";

/** A file to write below a folder; without bytes, it is removed. */
export interface FolderChange {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly bytes: Buffer | undefined;
}

/**
 * Writes and removes files below a folder, which it makes if it is missing, and folders that are then empty. Rejects
 * with the reason before the first change if one of them would leave the folder, or end in a link or a folder.
 */
export async function updateFolder(
  folder: string,
  changes: readonly FolderChange[],
): Promise<void> {
  for (const { path } of changes) await refuse(folder, path);
  for (const { path, bytes } of changes) {
    const target = join(folder, path);
    const check = () => refuse(folder, path);
    if (bytes === undefined) {
      await check();
      await removeFile(target);
      await removeEmptyFolders(dirname(target), folder);
    } else {
      await mkdir(dirname(target), { recursive: true });
      await replaceFile(target, bytes, check);
    }
  }
}

async function refuse(folder: string, path: string): Promise<void> {
  const target = resolve(folder, path);
  if (!target.startsWith(folder + sep)) throw new Error(`${path} is outside of ${folder}`);
  const fault = await treeLinkFault({ cwd: folder, trees: [folder] }, target);
  if (fault !== undefined) throw new Error(`${path} ${fault}`);
  const stats = await lstat(target).catch(() => undefined); // Missing.
  if (stats?.isDirectory()) throw new Error(`${path} is a folder`);
}

async function removeEmptyFolders(from: string, top: string): Promise<void> {
  for (let at = from; at.startsWith(top + sep); at = dirname(at)) {
    await removeEmptyFolder(at);
    await syncFolder(dirname(at));
  }
}
