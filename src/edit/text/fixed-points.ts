/** A stretch of two texts. Line numbers start at 0, ends are exclusive. */
interface Stretch {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

/** Two texts as lines, and the stretch outside of which each line is equal to the one at its place. */
export interface ComparedLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly middle: Stretch;
}

/** A line that stands once in each text. */
export interface FixedPoint {
  readonly before: number;
  readonly after: number;
}

/** Returns pairs of equal lines of the middle whose places rise on both sides. */
export function findFixedPoints({ before, after, middle }: ComparedLines): readonly FixedPoint[] {
  const { beforeStart, beforeEnd, afterStart, afterEnd } = middle;
  const places = placesOfUniqueLines(before, beforeStart, beforeEnd);
  const pairs = new Map<string, FixedPoint>();
  for (let place = afterStart; place < afterEnd; place += 1) {
    const line = after[place] ?? "";
    const known = places.get(line);
    if (known === undefined || known === REPEATED) continue;
    if (!pairs.has(line)) pairs.set(line, { before: known, after: place });
    else {
      places.set(line, REPEATED);
      pairs.delete(line);
    }
  }
  leaveOutAround(before, middle, pairs);
  return longestRise([...pairs.values()]);
}

/** Leaves out the lines that stand around the middle, too, where both texts have the same lines. */
function leaveOutAround(
  before: readonly string[],
  { beforeStart, beforeEnd }: Stretch,
  pairs: Map<string, FixedPoint>,
): void {
  const lengths = new Set([...pairs.keys()].map(({ length }) => length));
  for (let place = 0; place < before.length && pairs.size > 0; place += 1) {
    if (place === beforeStart) place = beforeEnd;
    const line = before[place];
    if (line !== undefined && lengths.has(line.length)) pairs.delete(line);
  }
}

/** The place of a line that occurs more than once. */
const REPEATED = -1;

/** Returns the places of some lines. */
function placesOfUniqueLines(
  lines: readonly string[],
  start: number,
  end: number,
): Map<string, number> {
  const places = new Map<string, number>();
  for (let place = start; place < end; place += 1) {
    const line = lines[place] ?? "";
    places.set(line, places.has(line) ? REPEATED : place);
  }
  return places;
}

/** Returns the longest subsequence of `pairs` (sorted by `after`) whose `before` rises, by patience sorting. */
export function longestRise(pairs: readonly FixedPoint[]): readonly FixedPoint[] {
  const tops: number[] = [];
  const previous: (number | undefined)[] = [];
  pairs.forEach((pair, index) => {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const top = pairs[tops[middle] ?? 0];
      if (top !== undefined && top.before < pair.before) low = middle + 1;
      else high = middle;
    }
    previous[index] = tops[low - 1];
    tops[low] = index;
  });
  const rise: FixedPoint[] = [];
  for (let index = tops.at(-1); index !== undefined; index = previous[index]) {
    const pair = pairs[index];
    if (pair !== undefined) rise.push(pair);
  }
  return rise.reverse();
}
