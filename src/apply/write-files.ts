import { unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isReachedDirectly } from "../files/read-file.ts";
import { StaleFileError, type TextChange } from "../model/workspace.ts";
import { mapBounded } from "../shared/map-bounded.ts";
import { messageOf } from "../shared/message-of.ts";
import { checkFresh, checkUntouched, type FileIdentity } from "./check-fresh.ts";
import { NewFolders } from "./new-folders.ts";
import {
  discardStaged,
  placeStaged,
  renameStaged,
  type StagedFile,
  stageFile,
  syncFolder,
} from "./staged-file.ts";

/** How many files are open at a time: far below any limit on open files. */
const WIDTH = 8;

/**
 * Writes all changes or none (A19). Every file is compared with its `preHash` first, and where a new
 * file is to stand, nothing may be (A18); then every new text goes into a temporary file beside its
 * target, with the target's mode and owner, and is flushed; then they are put into place, each after a
 * last look that nobody touched it. Where that fails, the files written before it get their old text
 * back; new ones are deleted, with the folders that were made for them. Throws a `StaleFileError` or the
 * error of the disk; an `AggregateError` where something could not be put back, or a temporary file not be removed.
 *
 * What remains: somebody who saves between the last look and the rename, some microseconds, loses.
 */
export async function writeFiles(root: string, changes: readonly TextChange[]): Promise<void> {
  const identities = await mapBounded(changes, WIDTH, (change) => checkFresh(root, change));
  const staged = new Map<number, StagedFile>();
  const made = new NewFolders(root);
  let written = 0;
  try {
    for (const { path, preHash } of changes) if (preHash === null) await made.makeFor(path);
    await mapBounded(changes, WIDTH, async ({ path, after }, index) => {
      staged.set(index, await stageFile(join(root, path), after, identities[index]));
    });
    for (; written < changes.length; written += 1) {
      const [change, identity] = [changes[written], identities[written]];
      if (change) await putIntoPlace(root, change, identity, staged.get(written));
    }
    const folders = new Set(changes.map(({ path }) => dirname(join(root, path))));
    await mapBounded([...folders, ...made.parents], WIDTH, syncFolder);
  } catch (error) {
    const done = { changes: changes.slice(0, written), identities, made };
    const failures = [...(await discardAll(staged, written)), ...(await restore(root, done))];
    if (failures.length === 0) throw error;
    const message = `${messageOf(error)}; ${failures.map(String).join("; ")}`;
    throw new AggregateError(failures, message, { cause: error });
  }
}

async function putIntoPlace(
  root: string,
  { path }: TextChange,
  identity: FileIdentity | undefined,
  file: StagedFile | undefined,
): Promise<void> {
  if (identity !== undefined) {
    await checkUntouched(root, path, identity);
    return renameStaged(file);
  }
  const folder = dirname(path);
  if (folder !== "." && !(await isReachedDirectly(root, folder)))
    throw new StaleFileError(path, `${path} is reached through a link.`);
  if (!(await placeStaged(file))) throw new StaleFileError(path, `${path} exists by now.`);
}

/** Removes what was staged and not put into place. Answers what stood in the way. */
async function discardAll(
  staged: ReadonlyMap<number, StagedFile>,
  from: number,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const [index, file] of staged)
    if (index >= from) await discardStaged(file).catch((error: unknown) => failures.push(error));
  return failures;
}

/** What was done before something failed. */
interface Done {
  readonly changes: readonly TextChange[];
  readonly identities: readonly (FileIdentity | undefined)[];
  readonly made: NewFolders;
}

/** Puts the old texts back and takes new files away, every one that can be. Answers what stood in the way. */
async function restore(
  root: string,
  { changes, identities, made }: Done,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const [index, { path, before }] of changes.entries()) {
    const target = join(root, path);
    const identity = identities[index];
    try {
      if (identity === undefined) await unlink(target);
      else await renameStaged(await stageFile(target, before, identity));
    } catch (error) {
      failures.push(new Error(`${path} could not be put back: ${String(error)}`, { cause: error }));
    }
  }
  await made.remove().catch((error: unknown) => failures.push(error));
  return failures;
}
