import { dirname, join } from "node:path";
import { isReachedDirectly } from "../../files/way-to.ts";
import type { LeftFile } from "../../model/past/recovered-run.ts";
import { StaleFileError } from "../../model/workspace.ts";
import { messageOf } from "../../shared/message-of.ts";
import { mapBounded } from "../../shared/process/map-bounded.ts";
import { checkFresh, checkUntouched } from "../disk/check-fresh.ts";
import { removeFile, syncFolder } from "../disk/disk.ts";
import type { FileIdentity } from "../disk/file-identity.ts";
import { type FileWrite, temporaryPath } from "../disk/file-write.ts";
import { findMissingFolders, makeFolders } from "../disk/new-folders.ts";
import { placeStaged, renameStaged, type StagedFile, stageFile } from "../disk/staged-file.ts";
import type { CheckedWrites } from "./checked-writes.ts";
import { rollBack } from "./roll-back.ts";

/** How many files are open at a time: far below any limit on open files. */
const WIDTH = 8;

/**
 * Compares every file with its `preHash`, and where a new file is to stand, nothing may be (A18). Writes
 * nothing. Throws a `StaleFileError`, or the error of the disk.
 */
export async function checkWrites(
  root: string,
  writes: readonly FileWrite[],
): Promise<CheckedWrites> {
  const identities = await mapBounded(writes, WIDTH, (write) => checkFresh(root, write));
  return { writes, identities, folders: await findMissingFolders(root, writes) };
}

/**
 * Writes all or none (A19): every new text goes into a temporary file beside its target, with the target's
 * mode and owner, and is flushed; then they are put into place, each after a last look that nobody touched
 * it. Where that fails, everything is put back, but for what somebody else changed meanwhile: `onLeft` gets that. Throws a `StaleFileError` or the error of the
 * disk; an `UnfinishedError` where something could not be put back.
 *
 * What remains: somebody who saves between the last look and the rename, some microseconds, loses.
 */
export async function writeChecked(
  root: string,
  { writes, identities, folders }: CheckedWrites,
  token: string,
  onLeft: (left: readonly LeftFile[]) => void = () => undefined,
): Promise<void> {
  const staged = writes.map(({ path }, index) => ({
    target: join(root, path),
    temporary: temporaryPath(root, path, { token, index }),
  }));
  try {
    const parents = await makeFolders(root, folders);
    await mapBounded(writes, WIDTH, async ({ after, postHash, mode }, index) => {
      const file = staged[index];
      if (file && postHash !== null) await stageFile(file, after, identities[index] ?? mode);
    });
    for (const [index, write] of writes.entries())
      await putIntoPlace(root, write, identities[index], staged[index]);
    const touched = writes.map(({ path }) => dirname(join(root, path)));
    await mapBounded([...new Set([...touched, ...parents])], WIDTH, syncFolder);
  } catch (error) {
    onLeft(await takeBack(root, { writes, identities, folders }, token, error));
    throw error;
  }
}

/** Both of the above. */
export async function writeFiles(
  root: string,
  writes: readonly FileWrite[],
  token: string,
): Promise<void> {
  await writeChecked(root, await checkWrites(root, writes), token);
}

/** Some of what was written could not be put back: the tree is not whole until `recover` has done it. */
export class UnfinishedError extends Error {
  override readonly name = "UnfinishedError";
}

async function takeBack(
  root: string,
  { writes, identities, folders }: CheckedWrites,
  token: string,
  error: unknown,
): Promise<readonly LeftFile[]> {
  const files = writes.map(({ path, preHash, postHash, before }, index) => {
    const mode = identities[index]?.mode;
    return { path, preHash, postHash, mode, textBefore: () => before };
  });
  try {
    return await rollBack(root, { token, files, folders });
  } catch (failure) {
    const message = `${messageOf(error)}; ${messageOf(failure)}`;
    throw new UnfinishedError(message, { cause: error });
  }
}

async function putIntoPlace(
  root: string,
  { path, postHash }: FileWrite,
  identity: FileIdentity | undefined,
  file: StagedFile | undefined,
): Promise<void> {
  if (file === undefined) throw new Error("A file is put into its place that was never staged.");
  if (identity !== undefined) {
    await checkUntouched(root, path, identity);
    return postHash === null ? removeFile(file.target) : renameStaged(file);
  }
  const folder = dirname(path);
  if (folder !== "." && !(await isReachedDirectly(root, folder)))
    throw new StaleFileError(path, `${path} is reached through a link.`);
  if (!(await placeStaged(file))) throw new StaleFileError(path, `${path} exists by now.`);
}
