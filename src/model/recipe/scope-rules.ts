/** The files that may be read, and those that may be written. Globs, relative to the root. */
export interface ScopeRules {
  /** May be read and written. Default: everything under the root. */
  readonly include: readonly string[];
  /** Neither read nor written; beats the others (F9). */
  readonly exclude: readonly string[];
  /** May be read, but not written. */
  readonly readonly: readonly string[];
}
