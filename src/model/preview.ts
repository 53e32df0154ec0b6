import type { ParseIssue, Replacement, SupersededReplacement } from "./edit.ts";
import type { SkipReason } from "./skip-reason.ts";

/** A file that was left alone, and why. */
export interface SkippedFile {
  readonly path: string;
  readonly step: string;
  readonly why: SkipReason;
  /** More about it: a line of the parser's, an error's text. */
  readonly detail?: string;
  /** Where the parser found no valid syntax: at most 20, `detail` has the total (A9). */
  readonly issues?: readonly ParseIssue[];
}

/** What a preview would do to one file. */
export interface FileChange {
  /** Relative to the root, posix separators. */
  readonly path: string;
  readonly language: string;
  /** sha256 of the bytes that the edits rest on, hex; null for a file that does not exist yet. */
  readonly preHash: string | null;
  /** sha256 of the bytes afterwards, hex. */
  readonly postHash: string;
  /** Sorted by place, never overlapping. */
  readonly edits: readonly Replacement[];
  /** Found, and given way to another replacement of the same call. */
  readonly superseded: readonly SupersededReplacement[];
  readonly additions: number;
  readonly deletions: number;
  /** The whole unified diff (A21), with a header that `git apply` takes. */
  readonly diff: string;
  readonly isIdempotent: boolean;
  readonly addsSyntaxErrors: boolean;
  /** Nothing but comments, and white space beside them, is different. */
  readonly isCommentsOnly: boolean;
}
