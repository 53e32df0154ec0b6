/** The first entries of a list, and the number of the others, which only other formats have. */
export interface Bounded<Item> {
  readonly items: readonly Item[];
  readonly more: number;
}

/** The place of something that is read when it is opened: entry `at` of the part `part`. */
export interface PartPlace {
  readonly part: number;
  readonly at: number;
}

/** The beginning of a text, and the number of the UTF-16 code units after it. */
export interface CutText {
  readonly text: string;
  readonly more: number;
}
