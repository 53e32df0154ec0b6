import { join } from "node:path";
import { collectIfGrown } from "../../shared/process/collect-garbage.ts";
import {
  createFile,
  removeIfThere,
  renameFile,
  syncFile,
  syncFolder,
  writeBytes,
} from "../disk/disk.ts";
import { piecesOf } from "../disk/staged-file.ts";

/** Writes a file of a run, whole or not at all. */
export async function keepRunFile(
  folder: string,
  name: string,
  text: string | Iterable<string>,
): Promise<void> {
  const path = join(folder, name);
  const temporary = temporaryOf(path);
  await removeIfThere(temporary); // Left over from a process that died.
  const file = await createFile(temporary, 0o600);
  try {
    try {
      for (const piece of piecesOf(text)) {
        await writeBytes(file, temporary, Buffer.from(piece));
        collectIfGrown();
      }
      await syncFile(file, temporary);
    } finally {
      await file.close();
    }
    await renameFile(temporary, path);
  } catch (error) {
    await removeIfThere(temporary).catch(() => undefined); // The first error counts.
    throw error;
  }
  await syncFolder(folder);
}

/** Removes temporary files that a process left in the folder of a run when it died. */
export async function removeUnkept(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await removeIfThere(temporaryOf(join(folder, name)));
}

function temporaryOf(path: string): string {
  return `${path}.new`;
}
