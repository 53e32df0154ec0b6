import type { TextEdit } from "../../model/edit.ts";

/** True if two edits change the same piece of a text. Edits that only touch do not overlap. */
export function overlaps(
  a: Pick<TextEdit, "start" | "end">,
  b: Pick<TextEdit, "start" | "end">,
): boolean {
  return a.start < b.end && b.start < a.end;
}
