/** The reason why a file in scope was left alone. */
export type SkipReason =
  /** Ignored by git, or in `node_modules`. */
  | "ignored"
  /** Excluded by the recipe's scope. */
  | "excluded"
  /** Matches, but may only be read. */
  | "readonly"
  /** Matches, but has syntax errors (A8). */
  | "syntax-errors"
  /** Contains a NUL byte. */
  | "binary"
  /** Not valid UTF-8. */
  | "not-utf8"
  | "too-large"
  /** A symbolic link: its target is searched under its own path. */
  | "symlink"
  /** Existed when the files were listed, and was missing when it was read. */
  | "vanished"
  | "unreadable"
  /** The path below this root is longer than the system allows, or leaves no room for a temporary file beside it. */
  | "path-too-long"
  /** Named, but of no known language. */
  | "unknown-language"
  /** Named, but no op of the step is for its language, or valid in it. */
  | "no-op-for-language"
  /** Has no content. */
  | "empty"
  /** A transform failed for it: `detail` has the reason. */
  | "transform-failed"
  /** The result of a command for it cannot be taken over: `detail` has the reason. */
  | "command-failed"
  /** A part of a patch for it is refused: `detail` has the reason. */
  | "patch-refused"
  /** A formatter failed for what the step made of it: `detail` has the reason. */
  | "format-failed"
  /** Says of itself that a program wrote it. */
  | "generated"
  /** An action of an earlier step on it was held or discarded (X1). */
  | "held-before"
  /** Beyond `maxFiles` or `maxReplacements` of the call: left out, or no longer searched (A17). */
  | "over-limit";
