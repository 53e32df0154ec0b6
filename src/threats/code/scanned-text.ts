import type { Span } from "../../edit/text/span.ts";

/** One thing that a finder found in a text. */
export interface Finding {
  /** UTF-16 code units. */
  readonly at: number;
  /** Equal for the same thing at another place, or laid out in another way. */
  readonly key: string;
  /** Its description, on one line. Never the content of a secret. */
  readonly text: string;
  /** A name that stays while its value changes, such as that of a package. */
  readonly name?: string;
  /** The value of the name. */
  readonly value?: string;
}

/** A text that is searched for threats. */
export interface ScannedText {
  readonly path: string;
  /** The path with the extension of the language that its text is read in. */
  readonly kindPath: string;
  readonly text: string;
  /** Found when it is first read. Undefined for a file of no known language. */
  readonly zones: Zones | undefined;
}

/** The parts of a text that are not code. Sorted, never overlapping. */
export interface Zones {
  readonly comments: readonly Span[];
  readonly literals: readonly Span[];
}

/** Finds things in a text, in its order. Undefined if that cannot be told. Takes time by the length of the text. */
export type Finder = (text: ScannedText) => readonly Finding[] | undefined;
