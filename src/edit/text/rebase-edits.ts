import type { TextEdit } from "../../model/edit.ts";

/**
 * Moves edits of a text to where they belong after `applied` (sorted, not overlapping) was done to
 * it. Undefined where one of them overlaps what was applied; edits that only touch it are moved.
 */
export function rebaseEdits<Edit extends TextEdit>(
  edits: readonly Edit[],
  applied: readonly TextEdit[],
): readonly Edit[] | undefined {
  const moved = edits.map((edit) => rebaseThrough(edit, [applied]));
  return moved.every((edit) => edit !== undefined) ? moved : undefined;
}

/** The same for one edit and several texts: each of `commits` was done to what the one before it left. */
export function rebaseThrough<Edit extends TextEdit>(
  edit: Edit,
  commits: readonly (readonly TextEdit[])[],
): Edit | undefined {
  // There may be thousands of commits for each of thousands of edits: nothing is allocated on the way.
  let { start, end } = edit;
  for (const applied of commits) {
    const shift = shiftOf(start, end, applied);
    if (shift === undefined) return undefined;
    start += shift;
    end += shift;
  }
  return { ...edit, start, end };
}

/** How far a place moves; undefined where something was written over it. */
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
