import type { TextEdit } from "../../model/edit.ts";

/**
 * Applies edits to `text` and touches nothing between them. The edits must be sorted by `start` and
 * may touch but not overlap; several at one place stand in the order given. Throws a RangeError where
 * they are not so or lie outside of the text: whoever made them made a mistake.
 */
export function splice(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const edit of edits) {
    requireFit(edit, position, text.length);
    pieces.push(text.slice(position, edit.start), edit.text);
    position = edit.end;
  }
  pieces.push(text.slice(position));
  return pieces.join("");
}

function requireFit({ start, end }: TextEdit, position: number, length: number): void {
  const isWhole = Number.isInteger(start) && Number.isInteger(end);
  if (!isWhole || start < 0 || end < start || end > length) {
    throw new RangeError(`Edit ${start}..${end} does not lie in a text of ${length} code units`);
  }
  if (start < position) {
    throw new RangeError(
      `Edit ${start}..${end} overlaps or precedes the edit that ends at ${position}`,
    );
  }
}
