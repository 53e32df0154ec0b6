import { diffWordsWithSpace } from "diff";

/** A range of UTF-16 code units of a line. */
export type Range = readonly [start: number, end: number];

/** The ranges in which two lines differ. */
export interface WordDiff {
  readonly removed: readonly Range[];
  readonly added: readonly Range[];
}

/** Longer lines are not compared: of a generated line, nobody reads the words. */
const MAX_UNITS = 1000;

/** Of two lines that have less in common, the words say nothing. */
const LEAST_IN_COMMON = 0.25;

/** Returns the words by which one line became another; nothing if they have little in common. */
export function wordDiff(before: string, after: string): WordDiff {
  const none = { removed: [], added: [] };
  if (before.length > MAX_UNITS || after.length > MAX_UNITS) return none;
  const parts = diffWordsWithSpace(before, after, { maxEditLength: 200 });
  if (parts === undefined) return none;
  const removed: Range[] = [];
  const added: Range[] = [];
  let [left, right, same] = [0, 0, 0];
  for (const { value, removed: isRemoved, added: isAdded } of parts) {
    if (isRemoved) removed.push([left, left + value.length]);
    if (isAdded) added.push([right, right + value.length]);
    if (!isRemoved && !isAdded) same += value.replace(/\s/g, "").length;
    if (!isAdded) left += value.length;
    if (!isRemoved) right += value.length;
  }
  const most = Math.max(before.trim().length, after.trim().length);
  return same < LEAST_IN_COMMON * most ? none : { removed, added };
}
