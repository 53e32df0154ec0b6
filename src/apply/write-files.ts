import { dirname, join } from "node:path";
import type { TextChange } from "../model/workspace.ts";
import { mapBounded } from "../shared/map-bounded.ts";
import { checkFresh, type FileIdentity } from "./check-fresh.ts";
import {
  discardStaged,
  renameStaged,
  type StagedFile,
  stageFile,
  syncFolder,
} from "./staged-file.ts";

/** How many files are open at a time: far below any limit on open files. */
const WIDTH = 8;

/**
 * Writes all changes or none (A19). Every file is compared with its `preHash` first (A18); then
 * every new text goes into a temporary file beside its target, with the target's mode and owner, and
 * is flushed; then they are renamed into place. Where a rename fails, the files renamed before it get
 * their old text back. Throws `StaleFileError` before anything is written; else the error of the
 * disk, as an `AggregateError` where putting the old texts back failed too.
 */
export async function writeFiles(root: string, changes: readonly TextChange[]): Promise<void> {
  const identities = await mapBounded(changes, WIDTH, (change) => checkFresh(root, change));
  const staged = new Map<number, StagedFile>();
  let renamed = 0;
  try {
    await mapBounded(changes, WIDTH, async ({ path, after }, index) => {
      staged.set(index, await stageFile(join(root, path), after, identities[index]));
    });
    for (; renamed < changes.length; renamed += 1) await renameStaged(staged.get(renamed));
    const folders = new Set(changes.map(({ path }) => dirname(join(root, path))));
    await mapBounded([...folders], WIDTH, syncFolder);
  } catch (error) {
    await restore(root, changes.slice(0, renamed), identities, error);
    throw error;
  } finally {
    for (const [index, file] of staged) if (index >= renamed) await discardStaged(file);
  }
}

/** Puts the old texts back, every one that can be. */
async function restore(
  root: string,
  changes: readonly TextChange[],
  identities: readonly FileIdentity[],
  cause: unknown,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [index, { path, before }] of changes.entries()) {
    try {
      await renameStaged(await stageFile(join(root, path), before, identities[index]));
    } catch (error) {
      failures.push(new Error(`${path} could not be put back: ${String(error)}`, { cause: error }));
    }
  }
  if (failures.length > 0) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new AggregateError(failures, `${message}; ${failures.map(String).join("; ")}`, { cause });
  }
}
