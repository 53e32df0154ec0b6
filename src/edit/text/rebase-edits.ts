import type { TextEdit } from "../../model/edit.ts";

/**
 * Moves edits of a text to their places after `applied` (sorted, not overlapping) was applied to it. Returns undefined
 * if one of them overlaps an applied edit; edits that only touch one are moved.
 */
export function rebaseEdits<Edit extends TextEdit>(
  edits: readonly Edit[],
  applied: readonly TextEdit[],
): readonly Edit[] | undefined {
  const isFew = edits.length < FEW;
  const rebase = isFew ? (edit: Edit) => rebaseThrough(edit, [applied]) : createRebase([applied]);
  const moved = edits.map(rebase);
  return moved.every((edit) => edit !== undefined) ? moved : undefined;
}

/** The number of edits from which on an index of the applied edits is worth its cost. */
const FEW = 8;

/**
 * Returns the function of {@link rebaseThrough} for many edits: it indexes the lists once, and then takes the logarithm
 * of their length for each edit.
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

/** Does what {@link shiftOf} does. */
function createShift(
  applied: readonly TextEdit[],
): (start: number, end: number) => number | undefined {
  const shifts = [0];
  for (const { start, end, text } of applied)
    shifts.push((shifts.at(-1) ?? 0) + text.length - (end - start));
  return (start, end) => {
    let [low, high] = [0, applied.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((applied[middle]?.end ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    const next = applied[low];
    return next !== undefined && next.start < end ? undefined : shifts[low];
  };
}

/** Does the same for one edit and several lists: each of `commits` was applied to the text of the one before. */
export function rebaseThrough<Edit extends TextEdit>(
  edit: Edit,
  commits: readonly (readonly TextEdit[])[],
): Edit | undefined {
  // Allocates nothing in the loop: there may be thousands of commits for each of thousands of edits.
  let { start, end } = edit;
  for (const applied of commits) {
    const shift = shiftOf(start, end, applied);
    if (shift === undefined) return undefined;
    start += shift;
    end += shift;
  }
  return { ...edit, start, end };
}

/** Returns the distance that a place moves; undefined if an edit overlaps it. */
function shiftOf(start: number, end: number, applied: readonly TextEdit[]): number | undefined {
  let shift = 0;
  for (const done of applied) {
    // Of two insertions at one place, the one that was applied stands before.
    const areInsertions = done.start === done.end && start === end && done.start === start;
    if (done.start >= end && !areInsertions) break;
    if (done.end > start) return undefined;
    shift += done.text.length - (done.end - done.start);
  }
  return shift;
}
