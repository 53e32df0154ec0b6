import { dirname, join } from "node:path";
import { isReachedDirectly } from "../../files/way-to.ts";
import type { LeftFile } from "../../model/past/recovered-run.ts";
import { StaleFileError } from "../../model/workspace.ts";
import { messageOf } from "../../shared/message-of.ts";
import { checkUntouched } from "../disk/check-fresh.ts";
import { removeFile, removeIfThere, syncFolder } from "../disk/disk.ts";
import { type FileState, readFileState } from "../disk/file-state.ts";
import { type FileWrite, temporaryPath } from "../disk/file-write.ts";
import { removeMadeFolders, restoreFolders } from "../disk/new-folders.ts";
import { placeStaged, renameStaged, stageFile } from "../disk/staged-file.ts";

/** The intent of a transaction for one file. */
export interface FileIntent extends Pick<FileWrite, "path" | "preHash" | "postHash"> {
  /** Mode bits before. An existing file gets them if it has those that the transaction gave it. */
  readonly mode?: number | undefined;
  /** Absent if the transaction leaves them as they are. */
  readonly modeAfter?: number | undefined;
  /** Returns the text before. Called only if the text has to be put back. */
  readonly textBefore: () => string;
}

/** The intent of a transaction that has begun. */
export interface Intent {
  /** A part of the names of its temporary files. */
  readonly token: string;
  readonly files: readonly FileIntent[];
  /** Folders that the transaction makes; relative to the root, the outer before the inner. */
  readonly folders: readonly string[];
  /** Folders that it removes; relative to the root, the outer before the inner. */
  readonly emptied?: readonly string[] | undefined;
}

/** The state of a file in its transaction: not written yet, written, or changed by another process. */
type Standing = "before" | "after" | "foreign";

/**
 * Puts back every file of a transaction that no other process has changed, and removes its temporary files and folders;
 * an interrupted attempt can be repeated. Returns the files that it left alone, and throws an `AggregateError` with
 * every error of the disk after it has done the rest.
 */
export async function rollBack(
  root: string,
  { token, files, folders, emptied = [] }: Intent,
): Promise<readonly LeftFile[]> {
  const left: LeftFile[] = [];
  const failures: unknown[] = [];
  for (const folder of emptied)
    await restoreFolders(root, [folder]).catch((error) => {
      const message = `The folder ${folder} could not be made again: ${messageOf(error)}`;
      failures.push(new Error(message, { cause: error }));
    });
  const touched = new Set<string>();
  for (const [index, intent] of files.entries()) {
    const place = { token, index };
    try {
      await removeTemporary(root, intent.path, { token: `${token}r`, index });
      const standing = await findStanding(root, intent, place);
      if (standing.kind === "foreign") left.push({ path: intent.path, why: standing.why });
      if (standing.kind === "after") {
        touched.add(dirname(join(root, intent.path)));
        const isBack = await putBack(root, intent, standing.state, { token: `${token}r`, index });
        if (!isBack) left.push({ path: intent.path, why: CHANGED });
      }
      // Last, because it distinguishes an empty file that only took the place from a file of another process.
      await removeTemporary(root, intent.path, place);
    } catch (error) {
      const message = `${intent.path} could not be put back: ${messageOf(error)}`;
      failures.push(new Error(message, { cause: error }));
    }
  }
  try {
    await removeMadeFolders(root, folders);
    for (const folder of touched) await syncFolder(folder).catch(unlessGone);
  } catch (error) {
    failures.push(error);
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(messageOf).join("; "));
  return left;
}

/** Finds the state of a file in its transaction. */
export async function findStanding(
  root: string,
  { path, preHash, postHash, mode, modeAfter }: Omit<FileIntent, "textBefore">,
  place: { readonly token: string; readonly index: number },
): Promise<
  | { readonly kind: Exclude<Standing, "foreign">; readonly state: FileState }
  | { readonly kind: "foreign"; readonly why: string }
> {
  const state = await readFileState(root, path);
  if (state.kind === "other") return { kind: "foreign", why: state.why };
  const hash = state.kind === "file" ? state.hash : null;
  const isOfMode = preHash === postHash && modeAfter !== undefined && hash === preHash;
  if (isOfMode && state.kind === "file" && state.mode !== modeAfter)
    return state.mode === mode ? { kind: "before", state } : { kind: "foreign", why: CHANGED };
  if (hash === postHash) return { kind: "after", state };
  if (hash === preHash) return { kind: "before", state };
  // The transaction took the place with an empty file, which the text would have replaced (see `placeStaged`).
  if (hash === EMPTY && preHash === null && (await isStaged(root, path, postHash, place)))
    return { kind: "after", state };
  return { kind: "foreign", why: hash === null ? "is gone" : CHANGED };
}

const CHANGED = "was changed by another process";

/** sha256 of an empty file. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

async function isStaged(
  root: string,
  path: string,
  postHash: string | null,
  place: { readonly token: string; readonly index: number },
): Promise<boolean> {
  const staged = temporaryPath("", path, place).replace(/^[\\/]/, "");
  const state = await readFileState(root, staged);
  return state.kind === "file" && state.hash === postHash;
}

/** Removes the temporary files of a transaction that still exist. */
export async function removeTemporaries(
  root: string,
  {
    token,
    files,
  }: { readonly token: string; readonly files: readonly { readonly path: string }[] },
): Promise<void> {
  for (const [index, { path }] of files.entries()) {
    await removeTemporary(root, path, { token, index });
    await removeTemporary(root, path, { token: `${token}r`, index });
  }
}

/** Removes nothing below a folder that is a link by now: no temporary file of ours is there. */
async function removeTemporary(
  root: string,
  path: string,
  place: { readonly token: string; readonly index: number },
): Promise<void> {
  const folder = dirname(path);
  const isThere = folder === "." || (await isReachedDirectly(root, folder).catch(() => false)); // It is gone.
  if (isThere) await removeIfThere(temporaryPath(root, path, place));
}

/**
 * Puts one file back. Returns false if another process changed it meanwhile; only a change in the microseconds before
 * the rename is lost.
 */
async function putBack(
  root: string,
  { path, preHash, textBefore, mode, modeAfter }: FileIntent,
  state: FileState,
  place: { readonly token: string; readonly index: number },
): Promise<boolean> {
  const file = { target: join(root, path), temporary: temporaryPath(root, path, place) };
  const isOnDisk = state.kind === "file";
  const isOurs = isOnDisk && state.mode === modeAfter;
  const kept = isOnDisk ? { ...state, mode: isOurs ? (mode ?? state.mode) : state.mode } : mode;
  if (preHash !== null) await stageFile(file, textBefore(), kept);
  try {
    if (!isOnDisk) return preHash === null || (await placeStaged(file));
    await checkUntouched(root, path, state);
    await (preHash === null ? removeFile(file.target) : renameStaged(file));
    return true;
  } catch (error) {
    if (error instanceof StaleFileError) return false;
    throw error;
  } finally {
    await removeTemporary(root, path, place); // If the text did not come into its place.
  }
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}
