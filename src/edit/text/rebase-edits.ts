import type { TextEdit } from "../../model/edit.ts";

/**
 * Moves edits of a text to their places after `applied` (sorted, not overlapping) was applied to it. Returns undefined
 * if one of them overlaps an applied edit; edits that only touch one are moved.
 */
export function rebaseEdits<Edit extends TextEdit>(
  edits: readonly Edit[],
  applied: readonly TextEdit[],
): readonly Edit[] | undefined {
  const moved = edits.map((edit) => rebaseThrough(edit, [applied]));
  return moved.every((edit) => edit !== undefined) ? moved : undefined;
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
