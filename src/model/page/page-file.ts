import type { PartPlace } from "./page-part.ts";

/** A file that actions touch, as it is listed. */
export interface PageFile extends PartPlace {
  readonly path: string;
  /** Recipe and step, as `recipe › step`. */
  readonly steps: readonly string[];
  /** The ids of the first of its actions, in the order of the run. */
  readonly actions: readonly string[];
  readonly actionCount: number;
  /** Lines of the net change; absent if nothing is, or would be, written. */
  readonly net?: { readonly additions: number; readonly deletions: number } | undefined;
}

/**
 * The details of a file that is opened: the diff of its net change. Absent if nothing is written, if one action
 * makes the change, whose diff it is, and if the diffs cannot be added up.
 */
export interface PageFileDetail {
  readonly diff?: PageDiff | undefined;
}

/** The net diffs of a file of two reports; absent if nothing is written, or if the diffs cannot be added up. */
export interface ComparedFileDetail {
  readonly before?: PageDiff | undefined;
  readonly after?: PageDiff | undefined;
}

/** A unified diff within bounds. */
export interface PageDiff {
  readonly text: string;
  /** Lines that were cut: their index in the text, and the UTF-16 code units that are missing. */
  readonly cuts?: readonly (readonly [line: number, units: number])[] | undefined;
  /** Lines that are missing at the end. */
  readonly moreLines?: number | undefined;
}
