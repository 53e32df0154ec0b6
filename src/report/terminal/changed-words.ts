import { diffArrays } from "diff";

/** A part of a line; `isChanged` if the other line of its pair has something else there. */
export interface LinePart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The two lines of a changed line, in parts. */
export interface ChangedLine {
  readonly removed: readonly LinePart[];
  readonly added: readonly LinePart[];
}

/** Longer lines are not compared word by word; UTF-16 code units. */
const LONGEST = 500;
/** More lines in one change are not paired. */
const MOST_LINES = 64;
/** So much of the longer line must be in both lines: otherwise they have little in common. */
const LEAST_COMMON = 0.4;

const WORDS = /[\p{L}\p{N}_]+|\s+|./gsu;

/**
 * Returns for a change of lines which of them are the same line with other words, by the index of the removed and by
 * that of the added line. Pairs keep their order.
 */
export function pairLines(
  removed: readonly string[],
  added: readonly string[],
): ReadonlyMap<number, { readonly index: number; readonly words: ChangedLine }> {
  const pairs = new Map<number, { index: number; words: ChangedLine }>();
  if (Math.max(removed.length, added.length) > MOST_LINES) return pairs;
  let next = 0;
  for (const [at, before] of removed.entries()) {
    // Each removed line may look past as many added lines as there are more of them.
    const last = Math.min(added.length, Math.max(next, at) + 1 + added.length - removed.length);
    for (let index = next; index < Math.max(last, next + 1); index += 1) {
      const words = changedWords(before, added[index] ?? "");
      if (words === undefined) continue;
      pairs.set(at, { index, words });
      next = index + 1;
      break;
    }
  }
  return pairs;
}

/** Returns the words in which two lines differ; undefined if they have little in common, or are very long. */
function changedWords(before: string, after: string): ChangedLine | undefined {
  if (before.length > LONGEST || after.length > LONGEST) return undefined;
  const parts = diffArrays(before.match(WORDS) ?? [], after.match(WORDS) ?? []);
  const [removed, added]: [LinePart[], LinePart[]] = [[], []];
  let common = 0;
  for (const { value, added: isAdded, removed: isRemoved } of parts) {
    const text = value.join("");
    const isChanged = isAdded || isRemoved;
    if (!isChanged) common += text.trim().length;
    if (!isAdded) removed.push({ text, isChanged });
    if (!isRemoved) added.push({ text, isChanged });
  }
  const longest = Math.max(before.trim().length, after.trim().length, 1);
  return common / longest < LEAST_COMMON ? undefined : { removed, added };
}
