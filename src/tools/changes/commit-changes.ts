import type { FileChange } from "../../model/action/preview.ts";
import type { TextStore } from "../../model/text-store.ts";
import { CancelledError, StalePreviewError } from "../../model/tool-error.ts";
import {
  type CommitNote,
  type CommitTarget,
  type FileRead,
  StaleFileError,
  type TextChange,
} from "../../model/workspace.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { collectIfGrown } from "../../shared/process/collect-garbage.ts";
import { isReadLater, readLater } from "../../shared/spill/read-later.ts";
import { sizeOf } from "./file-preview.ts";

/** One file of an apply, ready to be written. */
export interface ReadyFile {
  /** In offsets of the current text. */
  readonly change: FileChange;
  /** Empty for a new file. */
  readonly before: string;
  readonly after: string;
}

/** The context of a commit. */
export interface Committing {
  readonly workspace: CommitTarget;
  /** Honoured up to the commit, and never after it (A22). */
  readonly signal: AbortSignal;
  /** Takes texts beyond what a commit holds in memory. Default: all are in memory. */
  readonly texts?: TextStore | undefined;
}

/** The way in which previewed changes are made on the current files. */
export interface Editing<File extends ReadyFile> {
  /** Returns a change on the text that was read, or undefined if it is not the one that was previewed (A18). */
  editAgain(change: FileChange, read: FileRead): File | undefined;
  /** Called with the written files, before any other commit begins. */
  onWritten?(files: readonly File[]): void;
}

/**
 * Makes the changes of a preview on the current files, all or none (A19). Throws a `StalePreviewError`, and writes
 * nothing, if one of them is not as previewed (A18). Commits of a workspace run one after another (T17).
 */
export async function commitChanges<File extends ReadyFile>(
  changes: readonly FileChange[],
  note: CommitNote,
  { workspace, signal, texts }: Committing,
  { editAgain, onWritten }: Editing<File>,
): Promise<readonly File[]> {
  const turn = await workspace.turns.take();
  try {
    const files: File[] = [];
    let held = 0;
    for (const change of changes) {
      refuseWhenCancelled(signal);
      const file = editAgain(change, await workspace.read(change.path));
      if (file === undefined) throw staleError(changes, change.path);
      const isHeld = !isReadLater(file);
      if (isHeld) held += file.before.length + file.after.length;
      files.push(isHeld && held > MOST_HELD && texts ? keptAway(file, texts) : file);
      collectIfGrown();
    }
    refuseWhenCancelled(signal);
    try {
      await workspace.commit(files.map(textChangeOf), note);
    } catch (error) {
      if (error instanceof StaleFileError) throw staleError(changes, error.path);
      throw error;
    }
    onWritten?.(files);
    return files;
  } finally {
    turn.release();
  }
}

/** The most text that a commit holds in memory; UTF-16 code units. */
const MOST_HELD = 8 * 1024 * 1024;

/** Returns the file with texts that are read each time that a reader asks for them. */
function keptAway<File extends ReadyFile>(file: File, texts: TextStore): File {
  const [before, after] = [texts.keep(file.before), texts.keep(file.after)];
  const readers = { before: () => before.text(), after: () => after.text() };
  return readLater<File, "before" | "after">(
    { ...file, before: "", after: "" },
    ["before", "after"],
    readers,
  );
}

/** Returns the change to write; its texts and edits are read on demand if those of the file are. */
function textChangeOf(file: ReadyFile): TextChange {
  const { path, preHash, postHash, mode } = file.change;
  const base = { path, preHash, postHash, ...definedOnly({ mode }) };
  if (!isReadLater(file)) {
    const { before, after, change } = file;
    return { ...base, before, after, edits: change.edits };
  }
  const empty: TextChange = { ...base, before: "", after: "", edits: [] };
  return readLater<TextChange, "before" | "after" | "edits">(empty, ["before", "after", "edits"], {
    before: () => file.before,
    after: () => file.after,
    edits: () => file.change.edits,
  });
}

/** Throws a `CancelledError` if the signal has fired. */
export function refuseWhenCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new CancelledError("The run was stopped before this was written.");
}

function staleError(changes: readonly FileChange[], path: string): StalePreviewError {
  const expected = `Expected ${sizeOf(changes)}; ${path} is not what was previewed.`;
  return new StalePreviewError(
    `Preview is stale / no longer matches; no replacements were applied. ${expected}`,
  );
}
