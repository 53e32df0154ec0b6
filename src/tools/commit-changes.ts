import type { FileChange } from "../model/preview.ts";
import { CancelledError, StalePreviewError } from "../model/tool-error.ts";
import { type FileRead, StaleFileError, type Workspace } from "../model/workspace.ts";
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

/**
 * Makes the changes of a preview on the files as they are now, all or none (A19). `editAgain` answers a change
 * on what was read, or undefined where it is not the one that was previewed: then nothing is written, and a
 * `StalePreviewError` is thrown (A18).
 */
export async function commitChanges<File extends ReadyFile>(
  changes: readonly FileChange[],
  { workspace, signal }: Committing,
  editAgain: (change: FileChange, read: FileRead) => File | undefined,
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
    );
  } catch (error) {
    if (error instanceof StaleFileError) throw staleError(changes, error.path);
    throw error;
  }
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
