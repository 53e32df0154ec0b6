import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeEmptyFolder, removeIfThere, syncFolder } from "../disk/disk.ts";
import { RUN_FILES, type RunFolder, SCRATCH_FILES } from "./run-folder.ts";

/** The journal first, so that a run of which only a part is left does not count. */
const OWN_FILES: readonly string[] = [
  RUN_FILES.journal,
  ...Object.values(RUN_FILES).filter((name) => name !== RUN_FILES.journal),
  ...Object.values(RUN_FILES).map((name) => `${name}.new`),
  ...SCRATCH_FILES,
];

/**
 * Removes the files of Sluice in the folder of a run, and the folder if it is empty then; links are removed and not
 * followed. Returns the names of all other files, which stay.
 */
export async function removeRun({ path }: RunFolder): Promise<readonly string[]> {
  for (const name of OWN_FILES) await removeIfThere(join(path, name));
  await removeEmptyFolder(path);
  await syncFolder(dirname(path));
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(path);
}

/** True if the folder of a run has nothing, or only files of Sluice: the rest of one that was removed in part. */
export function isRestOfRun({ path }: RunFolder): boolean {
  return readdirSync(path).every((name) => OWN_FILES.includes(name));
}

/** Returns the size of the folder of a run; bytes. */
export function sizeOfRun({ path }: RunFolder): number {
  let size = 0;
  for (const name of readdirSync(path))
    size += lstatSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0;
  return size;
}

/** Removes the folder of a run whose journal has no first line, so that nothing else had begun. */
export async function removeEmptyRun(folder: string): Promise<void> {
  for (const name of [RUN_FILES.journal, RUN_FILES.images, ...SCRATCH_FILES])
    await removeIfThere(join(folder, name));
  await removeEmptyFolder(folder);
}
