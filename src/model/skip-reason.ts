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
