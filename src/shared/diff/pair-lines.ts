import {
  type ChangedWords,
  changedWords,
  LEAST_COMMON,
  weightOf,
  wordsOf,
} from "./changed-words.ts";

/** The added line that takes the place of a removed one. */
export interface LinePair {
  /** Its index among the added lines of the change. */
  readonly index: number;
  readonly words: ChangedWords;
}

/** More lines in one change are paired one by one, and only if there are as many of both. */
const MOST_LINES = 64;

/**
 * Returns for a change of lines which of them are the same line with other words, by the index of the removed line.
 * Pairs keep their order; of all ways to pair the lines, it is the one whose pairs are most alike.
 */
export function pairLines(
  removed: readonly string[],
  added: readonly string[],
): ReadonlyMap<number, LinePair> {
  const pairs = new Map<number, LinePair>();
  for (const [at, index] of alignedLines(removed, added)) {
    const words = changedWords(removed[at] ?? "", added[index] ?? "");
    if (words !== undefined) pairs.set(at, { index, words });
  }
  return pairs;
}

type Indices = readonly [removed: number, added: number];

function alignedLines(removed: readonly string[], added: readonly string[]): readonly Indices[] {
  if (Math.max(removed.length, added.length) <= MOST_LINES)
    return mostAlike(removed.map(bagOf), added.map(bagOf));
  return removed.length === added.length ? removed.map((_line, at) => [at, at] as const) : [];
}

/** Returns the pairs, in order, with the largest sum of squares of likeness: a good one outweighs two that are poor. */
function mostAlike(removed: readonly Bag[], added: readonly Bag[]): readonly Indices[] {
  const width = added.length + 1;
  // `best[at * width + index]`: the best sum for the lines from these on.
  const best = new Float64Array((removed.length + 1) * width);
  const alike = new Float64Array(best.length);
  for (let at = removed.length - 1; at >= 0; at -= 1)
    for (let index = added.length - 1; index >= 0; index -= 1) {
      const cell = at * width + index;
      const likeness = likenessOf(removed[at], added[index]);
      alike[cell] = likeness < LEAST_COMMON ? 0 : likeness ** 2;
      const paired = valueAt(alike, cell) + valueAt(best, cell + width + 1);
      best[cell] = Math.max(paired, valueAt(best, cell + width), valueAt(best, cell + 1));
    }
  const pairs: Indices[] = [];
  let [at, index] = [0, 0];
  while (at < removed.length && index < added.length) {
    const cell = at * width + index;
    const paired = valueAt(alike, cell) + valueAt(best, cell + width + 1);
    if (alike[cell] !== 0 && paired === best[cell]) pairs.push([at++, index++]);
    else if (best[cell] === best[cell + 1]) index += 1;
    else at += 1;
  }
  return pairs;
}

function valueAt(values: Float64Array, cell: number): number {
  return values[cell] ?? 0;
}

/** The words of a line with their numbers; undefined for a line that is too long to compare. */
type Bag = { readonly counts: ReadonlyMap<string, number>; readonly weight: number } | undefined;

function bagOf(line: string): Bag {
  const words = wordsOf(line);
  if (words === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const word of words) if (word.trim() !== "") counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, weight: weightOf(words) };
}

/** Returns how much of the longer line two lines have in common, in whichever order: from 0 to 1. */
function likenessOf(one: Bag, other: Bag): number {
  if (one === undefined || other === undefined) return 0;
  const most = Math.max(one.weight, other.weight, 1);
  // Of a line that is much shorter, no word needs to be looked at.
  if (Math.min(one.weight, other.weight) < LEAST_COMMON * most) return 0;
  let common = 0;
  for (const [word, count] of one.counts)
    common += word.length * Math.min(count, other.counts.get(word) ?? 0);
  return common / most;
}
