import { join } from "node:path";
import { createFile, removeIfThere, renameFile, syncFile, syncFolder, writeBytes } from "./disk.ts";

/** Writes a file into the folder of a run, whole or not at all. */
export async function keepRunFile(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  const temporary = `${path}.new`;
  await removeIfThere(temporary); // Of a process that died.
  const file = await createFile(temporary, 0o600);
  try {
    await writeBytes(file, temporary, Buffer.from(text));
    await syncFile(file, temporary);
  } finally {
    await file.close();
  }
  await renameFile(temporary, path);
  await syncFolder(folder);
}
