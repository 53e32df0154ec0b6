import { diffArrays } from "diff";

/** A range of UTF-16 code units of a line. */
export type Range = readonly [start: number, end: number];

/** The ranges in which two lines differ. */
export interface ChangedWords {
  readonly removed: readonly Range[];
  readonly added: readonly Range[];
}

/** Longer lines are not compared: of a generated line, people do not read the words. UTF-16 code units. */
const LONGEST = 1000;

/** More words of two lines that differ say nothing, and take time. */
const MOST_WORDS = 200;

/** So much of the longer line must be in both lines: otherwise they have little in common. */
export const LEAST_COMMON = 0.4;

const WORDS = /[\p{L}\p{N}_]+|\s+|./gsu;

/** Returns the words of a line, and what is between them; undefined if the line is too long to compare. */
export function wordsOf(line: string): readonly string[] | undefined {
  return line.length > LONGEST ? undefined : (line.match(WORDS) ?? []);
}

/** Returns the UTF-16 code units of words, without white space. */
export function weightOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.trim().length, 0);
}

/** Returns the words in which two lines differ; undefined if they have little in common, or are very long. */
export function changedWords(before: string, after: string): ChangedWords | undefined {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  if (old === undefined || fresh === undefined) return undefined;
  const parts = diffArrays([...old], [...fresh], { maxEditLength: MOST_WORDS });
  if (parts === undefined) return undefined;
  const [removed, added]: [Range[], Range[]] = [[], []];
  let [left, right, common] = [0, 0, 0];
  for (const { value, removed: isRemoved, added: isAdded } of parts) {
    const { length } = value.join("");
    if (isRemoved) removed.push([left, left + length]);
    if (isAdded) added.push([right, right + length]);
    if (!isRemoved && !isAdded) common += weightOf(value);
    if (!isAdded) left += length;
    if (!isRemoved) right += length;
  }
  const most = Math.max(weightOf(old), weightOf(fresh), 1);
  return common / most < LEAST_COMMON ? undefined : { removed, added };
}
