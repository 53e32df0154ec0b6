import type { FileChange } from "../../model/preview.ts";
import { CancelledError, StalePreviewError } from "../../model/tool-error.ts";
import {
  type CommitNote,
  type FileRead,
  StaleFileError,
  type Workspace,
} from "../../model/workspace.ts";
import { sizeOf } from "./file-preview.ts";

/** One file of an apply, ready to be written. */
export interface ReadyFile {
  /** On the text that is there now. */
  readonly change: FileChange;
  /** Empty for a new file. */
  readonly before: string;
  readonly after: string;
}

/** What a commit needs beside its changes. */
export interface Committing {
  readonly workspace: Workspace;
  /** Honoured up to the commit, and never after it (A22). */
  readonly signal: AbortSignal;
}

/** How changes are made on what is there now. */
export interface Editing<File extends ReadyFile> {
  /** A change on what was read, or undefined where it is not the one that was previewed (A18). */
  editAgain(change: FileChange, read: FileRead): File | undefined;
  /** Told what was written, before any other commit begins. */
  onWritten?(files: readonly File[]): void;
}

/** The commit that was asked for last, of each workspace. */
const lastCommits = new WeakMap<Workspace, Promise<unknown>>();

/**
 * Makes the changes of a preview on the files as they are now, all or none (A19). Where one of them is not the one
 * that was previewed, nothing is written, and a `StalePreviewError` is thrown (A18). From the read to the write
 * nobody else commits: whatever is applied at the same time, each rests on what the one before has left (T17).
 */
export function commitChanges<File extends ReadyFile>(
  changes: readonly FileChange[],
  note: CommitNote,
  committing: Committing,
  editing: Editing<File>,
): Promise<readonly File[]> {
  const { workspace } = committing;
  const before = lastCommits.get(workspace) ?? Promise.resolve();
  const commit = before.then(() => commitAlone(changes, note, committing, editing));
  lastCommits.set(
    workspace,
    commit.catch(() => undefined), // Told to whoever asked for it.
  );
  return commit;
}

async function commitAlone<File extends ReadyFile>(
  changes: readonly FileChange[],
  note: CommitNote,
  { workspace, signal }: Committing,
  { editAgain, onWritten }: Editing<File>,
): Promise<readonly File[]> {
  const files: File[] = [];
  for (const change of changes) {
    refuseWhenCancelled(signal);
    const file = editAgain(change, await workspace.read(change.path));
    if (file === undefined) throw staleError(changes, change.path);
    files.push(file);
  }
  refuseWhenCancelled(signal);
  try {
    await workspace.commit(
      files.map(({ change, before, after }) => {
        const { path, preHash, postHash, edits } = change;
        return { path, preHash, postHash, before, after, edits };
      }),
      note,
    );
  } catch (error) {
    if (error instanceof StaleFileError) throw staleError(changes, error.path);
    throw error;
  }
  onWritten?.(files);
  return files;
}

/** Throws a `CancelledError` where nobody waits for it any more. */
export function refuseWhenCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new CancelledError("The run was stopped before this was written.");
}

function staleError(changes: readonly FileChange[], path: string): StalePreviewError {
  return new StalePreviewError(
    `Preview is stale / no longer matches; no replacements were applied. Expected ${sizeOf(changes)}; ${path} is not what was previewed.`,
  );
}
