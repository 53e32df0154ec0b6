import { dirname, join } from "node:path";
import { isReachedDirectly } from "../../files/way-to.ts";
import type { LeftFile } from "../../model/past/recovered-run.ts";
import { StaleFileError } from "../../model/workspace.ts";
import { messageOf } from "../../shared/message-of.ts";
import { checkUntouched } from "../disk/check-fresh.ts";
import { removeFile, removeIfThere, syncFolder } from "../disk/disk.ts";
import { type FileState, readFileState } from "../disk/file-state.ts";
import { type FileWrite, temporaryPath } from "../disk/file-write.ts";
import { removeMadeFolders } from "../disk/new-folders.ts";
import { placeStaged, renameStaged, stageFile } from "../disk/staged-file.ts";

/** What a transaction meant to do to a file. */
export interface FileIntent extends Pick<FileWrite, "path" | "preHash" | "postHash"> {
  /** Mode bits of a file that comes back; one that is there keeps its own. */
  readonly mode?: number | undefined;
  /** The text before. Asked only where it has to be put back. */
  readonly textBefore: () => string;
}

/** A transaction that has begun. */
export interface Intent {
  /** Part of the names of its temporary files. */
  readonly token: string;
  readonly files: readonly FileIntent[];
  /** Folders that were not there before; relative to the root, the outer before the inner. */
  readonly folders: readonly string[];
}

/** How a file stands to what a transaction meant to do. */
type Standing = "before" | "after" | "foreign";

/**
 * Puts every file of a transaction back to what it was, as far as nobody else has changed it; removes its
 * temporary files, and the folders that it made. Does what is left to do, however far it or an earlier
 * attempt came. Answers the files that were left alone. Throws an `AggregateError` where the disk stood in
 * the way of something; everything else is done all the same.
 */
export async function rollBack(
  root: string,
  { token, files, folders }: Intent,
): Promise<readonly LeftFile[]> {
  const left: LeftFile[] = [];
  const failures: unknown[] = [];
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
      // Last: it tells a place that was only taken from a file of somebody else's.
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

/** How a file stands, and what it is. */
export async function findStanding(
  root: string,
  { path, preHash, postHash }: Pick<FileIntent, "path" | "preHash" | "postHash">,
  place: { readonly token: string; readonly index: number },
): Promise<
  | { readonly kind: Exclude<Standing, "foreign">; readonly state: FileState }
  | { readonly kind: "foreign"; readonly why: string }
> {
  const state = await readFileState(root, path);
  if (state.kind === "other") return { kind: "foreign", why: state.why };
  const hash = state.kind === "file" ? state.hash : null;
  if (hash === postHash) return { kind: "after", state };
  if (hash === preHash) return { kind: "before", state };
  // Its place was taken with an empty file, which the text would have replaced (see `placeStaged`).
  if (hash === EMPTY && preHash === null && (await isStaged(root, path, postHash, place)))
    return { kind: "after", state };
  return { kind: "foreign", why: hash === null ? "is gone" : CHANGED };
}

const CHANGED = "was changed by somebody else";

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

/** Removes what a transaction has staged, as far as it is still there. */
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

/** Below a folder that leads elsewhere by now there is none of ours. */
async function removeTemporary(
  root: string,
  path: string,
  place: { readonly token: string; readonly index: number },
): Promise<void> {
  const folder = dirname(path);
  const isThere = folder === "." || (await isReachedDirectly(root, folder).catch(() => false)); // It is gone.
  if (isThere) await removeIfThere(temporaryPath(root, path, place));
}

/** Answers whether it could: what somebody saves meanwhile stays, but for the microseconds of the last step. */
async function putBack(
  root: string,
  { path, preHash, textBefore, mode }: FileIntent,
  state: FileState,
  place: { readonly token: string; readonly index: number },
): Promise<boolean> {
  const file = { target: join(root, path), temporary: temporaryPath(root, path, place) };
  const isOnDisk = state.kind === "file";
  if (preHash !== null) await stageFile(file, textBefore(), isOnDisk ? state : mode);
  try {
    if (!isOnDisk) return preHash === null || (await placeStaged(file));
    await checkUntouched(root, path, state);
    await (preHash === null ? removeFile(file.target) : renameStaged(file));
    return true;
  } catch (error) {
    if (error instanceof StaleFileError) return false;
    throw error;
  } finally {
    await removeTemporary(root, path, place); // Of a text that did not come into its place.
  }
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}
