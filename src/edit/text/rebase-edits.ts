import type { TextEdit } from "../../model/edit.ts";
import { countWhile } from "../../shared/lists/count-while.ts";

/**
 * Moves edits of a text to their places after `applied` (sorted, not overlapping) was applied to it. Returns undefined
 * if one of them overlaps an applied edit; edits that only touch one are moved.
 */
export function rebaseEdits<Edit extends TextEdit>(
  edits: readonly Edit[],
  applied: readonly TextEdit[],
): readonly Edit[] | undefined {
  const rebase = createRebase([applied]);
  const moved = edits.map((edit) => rebase(edit));
  return moved.every((edit) => edit !== undefined) ? moved : undefined;
}

/**
 * Returns a function that moves an edit through several lists: each of `commits` was applied to the text of the one
 * before. The lists are indexed as far as edits need them; after that, an edit takes the logarithm of their length.
 */
export function createRebase(
  commits: readonly (readonly TextEdit[])[],
): <Edit extends TextEdit>(edit: Edit) => Edit | undefined {
  const shifts = commits.map(createShift);
  return (edit) => {
    let { start, end } = edit;
    for (const shiftOf of shifts) {
      const shift = shiftOf(start, end);
      if (shift === undefined) return undefined;
      start += shift;
      end += shift;
    }
    return { ...edit, start, end };
  };
}

/** Returns a function that finds the distance that a place moves; undefined if an edit overlaps the place. */
function createShift(
  applied: readonly TextEdit[],
): (start: number, end: number) => number | undefined {
  const shifts = [0]; // Of the places after each edit, as far as one was asked for.
  return (start, end) => {
    const before = countWhile(applied, (edit) => edit.end <= start);
    const next = applied[before];
    if (next !== undefined && next.start < end) return undefined;
    for (let index = shifts.length - 1; index < before; index += 1) {
      const { start: from, end: to, text } = applied[index] as TextEdit; // Below the length.
      shifts.push((shifts[index] ?? 0) + text.length - (to - from));
    }
    return shifts[before];
  };
}
