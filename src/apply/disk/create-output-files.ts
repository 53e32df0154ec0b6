import { lstat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolders } from "../../cache/make-folders.ts";
import { type OutputFolders, treeLinkFault } from "../../files/tree-link.ts";
import { messageOf } from "../../shared/message-of.ts";
import {
  createFile,
  isWithoutLinks,
  linkFile,
  removeEmptyFolder,
  removeIfThere,
  syncFolder,
  writeBytes,
} from "./disk.ts";
import { makeFolderBeside } from "./folder-beside.ts";
import { stageFile } from "./staged-file.ts";

/** The outcome of making one file. */
export type CreatedFile =
  | { readonly path: string; readonly state: "made" }
  /** Something has the name already, and it stays as it is. */
  | { readonly path: string; readonly state: "kept" }
  | { readonly path: string; readonly state: "failed"; readonly reason: string };

/**
 * Makes files, each whole or not at all, and missing folders. Never replaces anything: the system refuses a name that
 * is taken, also by a link to nothing, and also if it was taken only now.
 */
export async function createOutputFiles(
  folders: OutputFolders,
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<readonly CreatedFile[]> {
  const created: CreatedFile[] = [];
  for (const { path, text } of files) {
    try {
      created.push({ path, state: await createOutputFile(folders, path, text) });
    } catch (error) {
      created.push({ path, state: "failed", reason: messageOf(error) });
    }
  }
  return created;
}

async function createOutputFile(
  folders: OutputFolders,
  path: string,
  text: string,
): Promise<"made" | "kept"> {
  const target = resolve(folders.cwd, path);
  if (await isTaken(target)) return "kept";
  const check = async () => {
    const fault = await treeLinkFault(folders, path);
    if (fault !== undefined) throw new Error(`it ${fault}`);
  };
  await check();
  makeFolders(dirname(target));
  const folder = await makeFolderBeside(target);
  const temporary = join(folder, basename(target));
  try {
    await stageFile({ target, temporary }, text, undefined);
    await check();
    await linkFile(temporary, target).catch(async (error: NodeJS.ErrnoException) => {
      if (!isWithoutLinks(error)) throw error;
      await createInPlace(target, text);
    });
    await syncFolder(dirname(target));
    return "made";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return "kept"; // Another process was faster.
    throw error;
  } finally {
    await removeIfThere(temporary).catch(() => undefined); // The first error is the reason.
    await removeEmptyFolder(folder).catch(() => undefined);
  }
}

/** On a file system without hard links. */
async function createInPlace(target: string, text: string): Promise<void> {
  const file = await createFile(target, 0o644);
  try {
    await writeBytes(file, target, Buffer.from(text));
  } finally {
    await file.close();
  }
}

async function isTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}
