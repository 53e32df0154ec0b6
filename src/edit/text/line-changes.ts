import { diffArrays } from "diff";

/** A stretch of lines that differs. Line numbers start at 0, ends are exclusive. */
export interface LineChange {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

/** Above this many single-line changes between two fixed points the whole stretch is one change. */
const maxEditLength = 400;

/**
 * Finds the lines that differ, in order; depends only on the lines. Lines that occur once on both sides in the same
 * order are fixed points, and the shortest change is searched only between them, because that search takes time
 * quadratic in the number of changes (4.5 s for 3,000 changes in 10,000 lines).
 */
export function findLineChanges(
  before: readonly string[],
  after: readonly string[],
): readonly LineChange[] {
  const inPlace = findChangesInPlace(before, after);
  if (inPlace !== undefined) return inPlace;
  const changes: LineChange[] = [];
  let [beforeAt, afterAt] = [0, 0];
  const end = { before: before.length, after: after.length };
  for (const point of [...findFixedPoints(before, after), end]) {
    const gap = {
      beforeStart: beforeAt,
      beforeEnd: point.before,
      afterStart: afterAt,
      afterEnd: point.after,
    };
    for (const change of findChangesInGap(before, after, gap)) changes.push(change);
    beforeAt = point.before + 1;
    afterAt = point.after + 1;
  }
  return changes;
}

/**
 * Finds the lines that differ if each has taken the place of one that is nowhere else, and is itself nowhere else: all
 * other lines can then only stay where they are. Returns undefined for all other texts.
 */
function findChangesInPlace(
  before: readonly string[],
  after: readonly string[],
): readonly LineChange[] | undefined {
  if (before.length !== after.length) return undefined;
  const changes: LineChange[] = [];
  const [old, fresh] = [new Set<string>(), new Set<string>()];
  for (const [place, line] of before.entries()) {
    const now = after[place] ?? "";
    if (line === now) continue;
    old.add(line);
    fresh.add(now);
    const last = changes.at(-1);
    const isNext = last?.beforeEnd === place;
    const start = isNext ? last.beforeStart : place;
    const change = {
      beforeStart: start,
      beforeEnd: place + 1,
      afterStart: start,
      afterEnd: place + 1,
    };
    changes.splice(isNext ? -1 : changes.length, 1, change);
  }
  // Beyond the limit of a stretch it may be one change.
  const count = changes.reduce(
    (sum, { beforeStart, beforeEnd }) => sum + beforeEnd - beforeStart,
    0,
  );
  if (2 * count > maxEditLength) return undefined;
  const isMoved = after.some((line) => old.has(line)) || before.some((line) => fresh.has(line));
  return isMoved ? undefined : changes;
}

/** A line that stands once in each text. */
export interface FixedPoint {
  readonly before: number;
  readonly after: number;
}

/** Returns pairs of equal lines whose places rise on both sides. */
function findFixedPoints(
  before: readonly string[],
  after: readonly string[],
): readonly FixedPoint[] {
  const beforePlaces = placesOfUniqueLines(before);
  const pairs: FixedPoint[] = [];
  for (const [line, afterPlace] of placesOfUniqueLines(after)) {
    const beforePlace = beforePlaces.get(line);
    if (beforePlace !== undefined) pairs.push({ before: beforePlace, after: afterPlace });
  }
  return longestRise(pairs);
}

/** Returns the places of the lines that occur exactly once, in the order of the lines. */
function placesOfUniqueLines(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  lines.forEach((line, place) => {
    if (places.has(line)) repeated.add(line);
    else places.set(line, place);
  });
  for (const line of repeated) places.delete(line);
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

function findChangesInGap(
  before: readonly string[],
  after: readonly string[],
  whole: LineChange,
): readonly LineChange[] {
  const gap = trimEqualEnds(before, after, whole);
  if (gap.beforeStart === gap.beforeEnd && gap.afterStart === gap.afterEnd) return [];
  if (gap.beforeStart === gap.beforeEnd || gap.afterStart === gap.afterEnd) return [gap];
  const parts = diffArrays(
    before.slice(gap.beforeStart, gap.beforeEnd),
    after.slice(gap.afterStart, gap.afterEnd),
    { maxEditLength },
  );
  if (parts === undefined) return [gap];
  const changes: LineChange[] = [];
  let { beforeStart, afterStart } = gap;
  let [beforeEnd, afterEnd] = [beforeStart, afterStart];
  const close = (): void => {
    if (beforeEnd > beforeStart || afterEnd > afterStart) {
      changes.push({ beforeStart, beforeEnd, afterStart, afterEnd });
    }
  };
  for (const { value, added, removed } of parts) {
    if (removed) beforeEnd += value.length;
    else if (added) afterEnd += value.length;
    else {
      close();
      [beforeStart, afterStart] = [beforeEnd + value.length, afterEnd + value.length];
      [beforeEnd, afterEnd] = [beforeStart, afterStart];
    }
  }
  close();
  return changes;
}

function trimEqualEnds(
  before: readonly string[],
  after: readonly string[],
  gap: LineChange,
): LineChange {
  let { beforeStart, beforeEnd, afterStart, afterEnd } = gap;
  const hasLines = (): boolean => beforeStart < beforeEnd && afterStart < afterEnd;
  while (hasLines() && before[beforeStart] === after[afterStart]) {
    beforeStart += 1;
    afterStart += 1;
  }
  while (hasLines() && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd -= 1;
    afterEnd -= 1;
  }
  return { beforeStart, beforeEnd, afterStart, afterEnd };
}
