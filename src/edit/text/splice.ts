import type { TextEdit } from "../../model/edit.ts";

/**
 * Applies edits to `text` and changes nothing between them; several insertions at one place stay in the given order.
 * Throws a RangeError if the edits are not sorted by `start`, overlap, or lie outside of the text, which is a bug of
 * the caller.
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
