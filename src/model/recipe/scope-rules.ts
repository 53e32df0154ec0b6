/** The files that may be read, and those that may be written. Globs, relative to the root. */
export interface ScopeRules {
  /** May be read and written. Default: everything under the root. */
  readonly include: readonly string[];
  /** Neither read nor written; beats the others (F9). */
  readonly exclude: readonly string[];
  /** May be read, but not written. */
  readonly readonly: readonly string[];
  /** The files that the request is about. Default: all. */
  readonly selection?: FileSelection | undefined;
  /** The files that are kept from who asks, whatever the rules name. Default: none. */
  readonly kept?: KeptFiles | undefined;
  /** The scopes of used recipes, in which a step lies besides this one: a path has the least access of all. */
  readonly within?: readonly ScopeRules[];
}

/** The files that a request is about: only they are searched for edits, and only they may be changed. */
export interface FileSelection {
  /** True for a selected file, and for one that did not exist when the run began: whatever a run makes is its own. */
  has(path: string): boolean;
}

/** Files that exist and are not shown, so that they are neither read nor changed (F21). */
export interface KeptFiles {
  /** Returns the reason, in words that follow the path; undefined if the file may be read. */
  whyOf(path: string): string | undefined;
}
