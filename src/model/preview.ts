import type { ParseIssue, Replacement, SupersededReplacement } from "./edit.ts";

/** Why a file that was looked at was left alone. */
export type SkipReason =
  /** Ignored by git, or in `node_modules`. */
  | "ignored"
  /** Excluded by the recipe's scope. */
  | "excluded"
  /** Matches, and may only be read. */
  | "readonly"
  /** Matches, and has syntax errors (A8). */
  | "syntax-errors"
  /** Has a NUL byte. */
  | "binary"
  /** Not valid UTF-8. */
  | "not-utf8"
  | "too-large"
  /** A symbolic link: its target is looked at where it stands itself. */
  | "symlink"
  /** Was there when the files were listed, and was gone when it was read. */
  | "vanished"
  | "unreadable"
  /** Named, and of no known language. */
  | "unknown-language"
  /** Named, and none of the step's ops is for its language, or valid in it. */
  | "no-op-for-language"
  /** Has no content. */
  | "empty"
  /** Says of itself that a program wrote it. */
  | "generated"
  /** Beyond `maxFiles` or `maxReplacements` of the call: left out, or not looked at any more (A17). */
  | "over-limit";

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
