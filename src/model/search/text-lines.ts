/** Some lines of a text, and the text that they are in. Plain data. */
export interface TextLines {
  /** sha256 of the bytes of the text, hex. */
  readonly hash: string;
  /** Each line with its end, in UTF-16 code units, `end` exclusive; sorted, never overlapping. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
}
