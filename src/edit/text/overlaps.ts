import type { TextEdit } from "../../model/edit.ts";

/** Whether two edits want the same piece of a text. Edits that only touch do not. */
export function overlaps(
  a: Pick<TextEdit, "start" | "end">,
  b: Pick<TextEdit, "start" | "end">,
): boolean {
  return a.start < b.end && b.start < a.end;
}
