/** A line of a hunk, with its line end; the last of a file may have none. */
export interface HunkLine {
  readonly sign: " " | "+" | "-";
  readonly text: string;
}

/** A stretch of lines of a unified diff. */
export interface Hunk {
  /** The line of its head in the diff; from 1. */
  readonly line: number;
  /** The first of its lines in the text before, or the line before which its lines come if it removes none; from 0. */
  readonly start: number;
  readonly lines: readonly HunkLine[];
}
