import { type FixedPoint, longestRise } from "../../edit/text/fixed-points.ts";

/** Two stretches of lines, between the same fixed points; ends are exclusive. */
interface Gap {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The index of the first line of each. */
  readonly start: number;
  readonly place: number;
}

/** The largest product of the lengths of two stretches that are compared line by line: some milliseconds, 16 MB. */
const MOST_PAIRS = 4_000_000;

/** A line that was changed, or moved past others. */
export const CHANGED = -1;

/** A line that could be in two places, or nowhere. */
const UNCERTAIN = -2;

/**
 * Returns the place of each line in another text; {@link CHANGED} or {@link UNCERTAIN} if there is none. The `unique`
 * lines, which stand once in each text, are fixed points; any other line is certain if every shortest change between
 * the fixed points around it leaves it at the same place.
 */
export function certainPlaces(
  before: readonly string[],
  after: readonly string[],
  unique: readonly FixedPoint[],
): Int32Array {
  const places = new Int32Array(before.length).fill(CHANGED);
  let [start, place] = [0, 0];
  const end = { before: before.length, after: after.length };
  for (const point of [...longestRise(unique), end]) {
    const gap = {
      before: before.slice(start, point.before),
      after: after.slice(place, point.after),
      start,
      place,
    };
    fillGap(gap, places);
    if (point !== end) places[point.before] = point.after;
    [start, place] = [point.before + 1, point.after + 1];
  }
  return places;
}

function fillGap(gap: Gap, places: Int32Array): void {
  const { before, after } = gap;
  const shorter = Math.min(before.length, after.length);
  if (shorter === 0) return;
  const above = commonLines(before, after, "above");
  const below = commonLines(before, after, "below");
  if (above + below >= shorter) fillShifted(gap, { above, below }, places);
  else if (before.length * after.length <= MOST_PAIRS) fillCompared(gap, places);
  else places.fill(UNCERTAIN, gap.start, gap.start + before.length);
}

function commonLines(
  before: readonly string[],
  after: readonly string[],
  side: "above" | "below",
): number {
  const shorter = Math.min(before.length, after.length);
  let count = 0;
  const isSame = () =>
    side === "above"
      ? before[count] === after[count]
      : before[before.length - 1 - count] === after[after.length - 1 - count];
  while (count < shorter && isSame()) count += 1;
  return count;
}

/** Fills the places if one stretch of lines was added or removed: it may have been above or below equal lines. */
function fillShifted(
  { before, after, start, place }: Gap,
  { above, below }: { readonly above: number; readonly below: number },
  places: Int32Array,
): void {
  const shift = after.length - before.length;
  const firstPossible = Math.min(before.length, after.length) - below; // Of the stretch that was added or removed.
  const behindLast = above + Math.max(0, -shift);
  for (let at = 0; at < before.length; at += 1) {
    if (at < firstPossible || shift === 0) places[start + at] = place + at;
    else if (at >= behindLast) places[start + at] = place + at + shift;
    else if (firstPossible < above) places[start + at] = UNCERTAIN;
  }
}

/** Fills the places of the lines that each longest common sequence of the two stretches has at the same place. */
function fillCompared({ before, after, start, place }: Gap, places: Int32Array): void {
  const width = after.length + 1;
  const [until, from] = [lengths(before, after, "above"), lengths(before, after, "below")];
  const longest = from[0] ?? 0;
  for (const [at, line] of before.entries()) {
    let found = -1;
    let isCertain = true;
    for (let other = 0; other <= after.length; other += 1) {
      const here = until[at * width + other] ?? 0;
      if (here + (from[(at + 1) * width + other] ?? 0) === longest) isCertain = false; // It may be missing.
      if (other === after.length || after[other] !== line) continue;
      if (here + 1 + (from[(at + 1) * width + other + 1] ?? 0) !== longest) continue;
      if (found !== -1) isCertain = false;
      found = other;
    }
    if (found !== -1) places[start + at] = isCertain ? place + found : UNCERTAIN;
  }
}

/** Returns the length of the longest common sequence of the lines above, or from, each pair of indexes. */
function lengths(
  before: readonly string[],
  after: readonly string[],
  side: "above" | "below",
): Uint16Array {
  const width = after.length + 1;
  const table = new Uint16Array((before.length + 1) * width); // Within MOST_PAIRS one of both is below 2,001.
  if (side === "above")
    for (let i = 1; i <= before.length; i += 1)
      for (let j = 1; j <= after.length; j += 1)
        table[i * width + j] =
          before[i - 1] === after[j - 1]
            ? (table[(i - 1) * width + j - 1] ?? 0) + 1
            : Math.max(table[(i - 1) * width + j] ?? 0, table[i * width + j - 1] ?? 0);
  else
    for (let i = before.length - 1; i >= 0; i -= 1)
      for (let j = after.length - 1; j >= 0; j -= 1)
        table[i * width + j] =
          before[i] === after[j]
            ? (table[(i + 1) * width + j + 1] ?? 0) + 1
            : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
  return table;
}
