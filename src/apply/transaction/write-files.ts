import { dirname, join } from "node:path";
import { isReachedDirectly } from "../../files/way-to.ts";
import type { WriteProgress } from "../../model/events.ts";
import type { LeftFile } from "../../model/past/recovered-run.ts";
import { StaleFileError } from "../../model/workspace.ts";
import { messageOf } from "../../shared/message-of.ts";
import { mapBounded } from "../../shared/process/map-bounded.ts";
import { checkFresh, checkUntouched } from "../disk/check-fresh.ts";
import { removeFile, syncFolder } from "../disk/disk.ts";
import type { FileIdentity } from "../disk/file-identity.ts";
import { bitsAfter, type FileWrite, temporaryPath } from "../disk/file-write.ts";
import { findMissingFolders, makeFolders } from "../disk/new-folders.ts";
import { placeStaged, renameStaged, type StagedFile, stageFile } from "../disk/staged-file.ts";
import type { CheckedWrites } from "./checked-writes.ts";
import { modesOf } from "./describe-writes.ts";
import { rollBack } from "./roll-back.ts";

/** The number of files that are open at a time, far below any limit on open files. */
const WIDTH = 8;

/** The number of checks between two pauses in which signals and timers are heard: a check waits for nothing. */
const PAUSE_EVERY = 64;

/**
 * Checks that every file has its `preHash`, and that the place of every new file is free (A18). Writes nothing; throws
 * a `StaleFileError`, or the disk's error.
 */
export async function checkWrites(
  root: string,
  writes: readonly FileWrite[],
): Promise<CheckedWrites> {
  const identities: (FileIdentity | undefined)[] = [];
  for (const [index, write] of writes.entries()) {
    identities.push(await checkFresh(root, write));
    if (index % PAUSE_EVERY === PAUSE_EVERY - 1) await new Promise(setImmediate);
  }
  return { writes, identities, folders: await findMissingFolders(root, writes) };
}

/** Fewer files are written before a person could read of it. */
const MANY = 50;

/** Hears how a write goes on. */
interface WriteWatch {
  readonly onLeft?: (left: readonly LeftFile[]) => void;
  /** Called for each file of a transaction of many, as it is staged, and as it is put into its place. */
  readonly onProgress?: ((progress: WriteProgress) => void) | undefined;
}

/**
 * Writes all files or none (A19): stages and flushes every text beside its target, renames each one after a last check,
 * and after an error puts everything back except what another process changed meanwhile, which goes to `onLeft`. Throws
 * a `StaleFileError` or the disk's error, and an `UnfinishedError` if a file could not be put back.
 */
export async function writeChecked(
  root: string,
  { writes, identities, folders }: CheckedWrites,
  token: string,
  { onLeft, onProgress }: WriteWatch = {},
): Promise<void> {
  const total = writes.length;
  const tell = total < MANY ? undefined : onProgress;
  let staging = 0;
  const staged = writes.map(({ path }, index) => ({
    target: join(root, path),
    temporary: temporaryPath(root, path, { token, index }),
  }));
  try {
    const parents = await makeFolders(root, folders);
    await mapBounded(writes, WIDTH, async ({ after, postHash, mode }, index) => {
      const [file, known] = [staged[index], identities[index]];
      const identity = known && { ...known, mode: bitsAfter(known.mode, mode) };
      if (file && postHash !== null) await stageFile(file, after, identity ?? mode);
      staging += 1;
      tell?.({ phase: "staged", done: staging, total });
    });
    const replaced = new Set<string>();
    for (const [index, write] of writes.entries()) {
      const known = identities[index];
      const isOther = known !== undefined && replaced.has(known.file);
      // Another name of this file has got a file of its own, which touched this one.
      const identity = isOther ? await checkFresh(root, write) : known;
      await putIntoPlace(root, write, identity, staged[index]);
      if (known !== undefined && known.links > 1) replaced.add(known.file);
      tell?.({ phase: "placed", done: index + 1, total });
    }
    const touched = writes.map(({ path }) => dirname(join(root, path)));
    await mapBounded([...new Set([...touched, ...parents])], WIDTH, syncFolder);
  } catch (error) {
    const left = await takeBack(root, { writes, identities, folders }, token, error);
    onLeft?.(left);
    throw error;
  }
}

/** Checks the files, and writes all or none. */
export async function writeFiles(
  root: string,
  writes: readonly FileWrite[],
  token: string,
): Promise<void> {
  await writeChecked(root, await checkWrites(root, writes), token);
}

/** A file could not be put back: the tree is not whole before `recover`. */
export class UnfinishedError extends Error {
  override readonly name = "UnfinishedError";
}

async function takeBack(
  root: string,
  { writes, identities, folders }: CheckedWrites,
  token: string,
  error: unknown,
): Promise<readonly LeftFile[]> {
  const files = writes.map((write, index) => {
    const { path, preHash, postHash } = write;
    const modes = modesOf(write, identities[index]);
    return { path, preHash, postHash, ...modes, textBefore: () => write.before };
  });
  try {
    return await rollBack(root, { token, files, folders });
  } catch (failure) {
    const message = `${messageOf(error)}; ${messageOf(failure)}`;
    throw new UnfinishedError(message, { cause: error });
  }
}

/** Puts one file into its place. A change of another process in the microseconds before the rename is lost. */
async function putIntoPlace(
  root: string,
  { path, postHash }: FileWrite,
  identity: FileIdentity | undefined,
  file: StagedFile | undefined,
): Promise<void> {
  if (file === undefined)
    throw new Error("A file without a staged text cannot be put into its place.");
  if (identity !== undefined) {
    await checkUntouched(root, path, identity);
    return postHash === null ? removeFile(file.target) : renameStaged(file);
  }
  const folder = dirname(path);
  if (folder !== "." && !(await isReachedDirectly(root, folder)))
    throw new StaleFileError(path, `${path} is reached through a link.`);
  if (!(await placeStaged(file))) throw new StaleFileError(path, `${path} exists by now.`);
}
