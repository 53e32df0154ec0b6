import { isCapture, type Piece } from "./layout-pieces.ts";

/** The indices of two pieces that are the same code. */
export type Pair = readonly [left: number, right: number];

/** The most comparisons of one alignment; beyond them, only the equal ends are aligned. */
const MAX_COMPARED = 250_000;

/**
 * Aligns two lists of pieces: returns the pairs of a common subsequence that is as heavy as possible. Captures count
 * more than all other pieces if they stand in the same order in both, so that each keeps its place; otherwise less, so
 * that the separators between them keep theirs.
 */
export function alignPieces(left: readonly Piece[], right: readonly Piece[]): readonly Pair[] {
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
