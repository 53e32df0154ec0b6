import type { TextEdit } from "../model/edit.ts";

/**
 * Moves edits of a text to where they belong after `applied` (sorted, not overlapping) was done to
 * it. Undefined where one of them overlaps what was applied; edits that only touch it are moved.
 */
export function rebaseEdits<Edit extends TextEdit>(
  edits: readonly Edit[],
  applied: readonly TextEdit[],
): readonly Edit[] | undefined {
  const moved: Edit[] = [];
  for (const edit of edits) {
    let shift = 0;
    for (const done of applied) {
      if (done.start >= edit.end && !isInsertionAt(done, edit)) break;
      if (done.end > edit.start) return undefined;
      shift += done.text.length - (done.end - done.start);
    }
    moved.push({ ...edit, start: edit.start + shift, end: edit.end + shift });
  }
  return moved;
}

/** Two insertions at one place: the one that was applied stands before. */
function isInsertionAt(done: TextEdit, edit: TextEdit): boolean {
  return done.start === done.end && edit.start === edit.end && done.start === edit.start;
}
