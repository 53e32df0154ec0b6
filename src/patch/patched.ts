import type { TextEdit } from "../model/edit.ts";
import type { FileMode } from "../model/patch/file-mode.ts";

/** A file that a proposal may change. */
export interface PatchText {
  readonly text: string;
  readonly mode: FileMode;
}

/** Returns a file, undefined if there is none, or the end of a sentence that says why it may not be had. */
export type ReadText = (
  path: string,
) => Promise<PatchText | undefined | { readonly fault: string }>;

/** A file with the text that a proposal gives it. */
export interface PatchedFile {
  readonly path: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  /** Undefined for a deleted file. */
  readonly after: string | undefined;
  /** The mode that it gets, other than its own; of a new file, other than the plain one. */
  readonly mode?: FileMode;
  /** The edits of each hunk or fix, in offsets of `before`. Absent if it is changed more than once, or as a whole. */
  readonly groups?: readonly (readonly TextEdit[])[];
  /** The same part of the patch, on its own result, is refused or changes nothing. */
  readonly isIdempotent: boolean;
}

/** A part of a proposal that is refused; `fault` is the end of a sentence. */
export interface RefusedPart {
  readonly path: string;
  readonly fault: string;
  /** The line of the proposal; from 1. */
  readonly line: number;
  /** The number of a fix. Absent if the whole file is refused. */
  readonly group?: number;
}

/** What a proposal comes to. */
export interface Patched {
  /** Files that differ, sorted. Empty if a patch is refused: none is applied without those before it. */
  readonly files: readonly PatchedFile[];
  /** Renames, and files that one fix changes: both halves belong together. */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** Sentences about hunks that are elsewhere than they say, modes that are not expected, and what nothing proves. */
  readonly notes: readonly string[];
  readonly refused: readonly RefusedPart[];
}
