import { alignPieces, type Pair } from "./align-pieces.ts";
import type { Piece, PlacedPiece } from "./layout-pieces.ts";

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

/** A stretch between two pieces that stay; the indices are those of the first piece in it and the one behind it. */
export interface Change {
  /** The pieces of the match that go. */
  readonly gone: readonly number[];
  /** The pieces of `out` that come. */
  readonly come: readonly number[];
  /** The index in the match of the piece behind the change, and in `out`; undefined at the end. */
  readonly next: Pair | undefined;
  /** The white space of the pattern before the first piece that goes, and before the next one. */
  readonly before: string | undefined;
  readonly behind: string | undefined;
}

/** `found` has the indices of the base in the match; by default, the base is the match itself. */
export function changesFrom(
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
    // A piece of the pattern that the match lacks, such as a comma behind the last argument, is not added.
    if (place !== undefined) close([place, b], base[a]?.before ?? "");
  }
  collect(base.length, out.length);
  close(undefined, "");
  return changes;
}
