import { isCapture, type Piece, type PlacedPiece } from "./layout-pieces.ts";
import { withoutLooseComma } from "./loose-comma.ts";

/** The most comparisons of one alignment; beyond them, only the equal ends are aligned. */
const MAX_COMPARED = 250_000;

/** Returns for each piece of the pattern its index in the match; undefined if the two do not fit. */
export function findInMatch(
  pattern: readonly Piece[],
  match: readonly PlacedPiece[],
): ReadonlyMap<number, number> | undefined {
  const pairs = alignPieces(pattern, match);
  let [left, right] = [0, 0];
  for (const [a, b] of [...pairs, [pattern.length, match.length] satisfies Pair]) {
    // A piece that is written in another way looks like one that is missing and one that is added.
    if (a > left && b > right) return undefined;
    [left, right] = [a + 1, b + 1];
  }
  return new Map(pairs);
}

/** A stretch between two pieces that stay; the indices are those of the first piece in it and the one after it. */
export interface Change {
  /** The pieces of the match that go. */
  readonly gone: readonly number[];
  /** The pieces of `out` that come. */
  readonly come: readonly number[];
  /** The index in the match of the piece after the change, and in `out`; undefined at the end. */
  readonly next: Pair | undefined;
  /** The white space of the pattern before the first piece that goes, and before the next one. */
  readonly before: string | undefined;
  readonly behind: string | undefined;
  /** If no piece goes: the index of a piece of the match that `out` has too, after which the others come. */
  readonly behindOwn?: number;
}

/** `found` has the indices of the base in the match; by default, the base is the match itself. */
function differences(
  base: readonly Piece[],
  out: readonly Piece[],
  found?: ReadonlyMap<number, number>,
): readonly Change[] {
  const placeOf = (index: number) => (found === undefined ? index : found.get(index));
  const changes: Change[] = [];
  let gone: number[] = [];
  let come: number[] = [];
  let before: string | undefined;
  let [left, right] = [0, 0];
  const collect = (toLeft: number, toRight: number) => {
    for (; left < toLeft; left += 1) {
      const place = placeOf(left);
      if (place === undefined) continue;
      if (gone.length === 0) before = found && base[left]?.before;
      gone.push(place);
    }
    for (; right < toRight; right += 1) come.push(right);
  };
  const close = (next: Pair | undefined, behind: string) => {
    changes.push({ gone, come, next, before, behind: found && behind });
    gone = [];
    come = [];
    before = undefined;
  };
  for (const [a, b] of alignPieces(base, out)) {
    collect(a, b);
    const place = placeOf(a);
    [left, right] = [a + 1, b + 1];
    // A piece of the pattern that the match lacks, such as a comma after the last argument, is not added.
    if (place !== undefined) close([place, b], base[a]?.before ?? "");
  }
  collect(base.length, out.length);
  close(undefined, "");
  return changes;
}

/** Returns the changes of a match to write `out`, if the match itself is the code that `out` is compared with. */
export function changesOf(match: readonly PlacedPiece[], out: readonly Piece[]): readonly Change[] {
  return differences(match, out);
}

/** Returns the changes that turn a pattern into `out`, in a match with the pattern's pieces at `found`. */
export function changesFrom(
  pattern: readonly Piece[],
  out: readonly Piece[],
  match: readonly PlacedPiece[],
  found: ReadonlyMap<number, number>,
): readonly Change[] {
  let from = 0;
  return differences(pattern, out, found).map((change) => {
    const to = change.next?.[0] ?? match.length;
    const more = [from, change.gone[0] ?? to, (change.gone.at(-1) ?? from - 1) + 1, to] as const;
    from = to + 1;
    const leading = match.slice(more[0], more[1]);
    const trailing = match.slice(more[2], more[3]);
    const come = withoutTwice(change.come, out, { leading, trailing });
    const own = change.gone.length > 0 ? -1 : lastOwn(change.come, come, out, leading);
    if (own !== -1) return { ...change, come, behindOwn: more[0] + own };
    return withoutLooseComma({ ...change, come }, { match, out, from: more[0], to });
  });
}

/** Leaves out the pieces that the match has already, beside the pattern's own, such as the `;` at its end. */
function withoutTwice(
  come: readonly number[],
  out: readonly Piece[],
  { leading, trailing }: Readonly<Record<"leading" | "trailing", readonly PlacedPiece[]>>,
): readonly number[] {
  const has = (pieces: readonly PlacedPiece[], index: number | undefined) =>
    index !== undefined && pieces.some(({ key }) => key === out[index]?.key);
  const start = come.findIndex((index) => !has(leading, index));
  const rest = start === -1 ? [] : come.slice(start);
  const last = rest.findLastIndex((index) => !has(trailing, index));
  return rest.slice(0, last + 1);
}

/** Returns the index of the last piece of the match that stands for a piece of `out` before those that come. */
function lastOwn(
  all: readonly number[],
  come: readonly number[],
  out: readonly Piece[],
  leading: readonly PlacedPiece[],
): number {
  const [first] = come;
  const last = first === undefined ? undefined : all[all.indexOf(first) - 1];
  if (last === undefined) return -1;
  return leading.findLastIndex(({ key }) => key === out[last]?.key);
}

/** The indices of two pieces that are the same code. */
type Pair = readonly [left: number, right: number];

/**
 * Aligns two lists of pieces: returns the pairs of a common subsequence that is as heavy as possible. Captures count
 * more than all other pieces if they stand in the same order in both, so that each keeps its place; otherwise less, so
 * that the separators between them keep theirs.
 */
function alignPieces(left: readonly Piece[], right: readonly Piece[]): readonly Pair[] {
  const [first, last] = [equalStart(left, right), equalEnd(left, right)];
  const [leftEnd, rightEnd] = [left.length - last, right.length - last];
  const pairs: Pair[] = Array.from({ length: first }, (_, index): Pair => [index, index]);
  const middle = heaviest(left.slice(first, leftEnd), right.slice(first, rightEnd));
  for (const [a, b] of middle) pairs.push([a + first, b + first]);
  for (let index = 0; index < last; index += 1) pairs.push([leftEnd + index, rightEnd + index]);
  return pairs;
}

function equalStart(left: readonly Piece[], right: readonly Piece[]): number {
  const most = Math.min(left.length, right.length);
  let count = 0;
  while (count < most && left[count]?.key === right[count]?.key) count += 1;
  return count;
}

/** Counts the equal pieces at the end, without those that are equal from the start. */
function equalEnd(left: readonly Piece[], right: readonly Piece[]): number {
  const most = Math.min(left.length, right.length) - equalStart(left, right);
  let count = 0;
  while (count < most && left.at(-1 - count)?.key === right.at(-1 - count)?.key) count += 1;
  return count;
}

function heaviest(left: readonly Piece[], right: readonly Piece[]): readonly Pair[] {
  if (left.length * right.length > MAX_COMPARED) return [];
  const ofCapture = areInOrder(left, right) ? left.length + right.length + 1 : 1;
  const weightOf = (piece: Piece) => (isCapture(piece) ? ofCapture : 2);
  const width = right.length + 1;
  // The weight of the best alignment of all pieces from `a` and `b` on, at `a * width + b`.
  const best = new Array<number>((left.length + 1) * width).fill(0);
  const at = (a: number, b: number) => best[a * width + b] ?? 0;
  for (let a = left.length - 1; a >= 0; a -= 1)
    for (let b = right.length - 1; b >= 0; b -= 1) {
      const [one, other] = [left[a], right[b]];
      const both = one && one.key === other?.key ? weightOf(one) + at(a + 1, b + 1) : 0;
      best[a * width + b] = Math.max(both, at(a + 1, b), at(a, b + 1));
    }
  const pairs: Pair[] = [];
  for (let [a, b] = [0, 0]; a < left.length && b < right.length; ) {
    const [one, other] = [left[a], right[b]];
    if (one && one.key === other?.key && at(a, b) === weightOf(one) + at(a + 1, b + 1)) {
      pairs.push([a, b]);
      a += 1;
      b += 1;
    } else if (at(a + 1, b) === at(a, b)) a += 1;
    else b += 1;
  }
  return pairs;
}

/** True if the captures that both have stand in the same order, each once. */
function areInOrder(left: readonly Piece[], right: readonly Piece[]): boolean {
  const of = (pieces: readonly Piece[], others: readonly Piece[]) => {
    const known = new Set(others.filter(isCapture).map(({ key }) => key));
    return pieces.filter(({ key }) => known.has(key)).map(({ key }) => key);
  };
  return of(left, right).join("\n") === of(right, left).join("\n");
}
