/** A suggestion on lines of the head of a pull request. */
export interface PlacedSuggestion {
  /** Relative to the repository. */
  readonly path: string;
  /** From 1. */
  readonly startLine: number;
  /** From 1; it is replaced, too. */
  readonly endLine: number;
  /** Markdown with a block `suggestion`. */
  readonly body: string;
}
