import type { TextRegion } from "../place.ts";

/** A place of a file that a search has found, in words for people. Plain data. */
export interface FoundPlace extends TextRegion {
  /** The op, or the rule, that matches there. */
  readonly opId: string;
  /** The message of the op with the code that it names; empty if the op has none. */
  readonly message: string;
  /** The first line of the match; a very long one is cut, and ends with `…`. */
  readonly text: string;
  /** A hash of the lines that the match touches, without the blanks around them: lines that move keep it. */
  readonly lines: string;
  /** The columns as counts of UTF-8 bytes from 1, with those of a BOM. */
  readonly bytes: { readonly start: number; readonly end: number };
}
