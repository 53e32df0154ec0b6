import type { TextEdit } from "../../model/edit.ts";

/** Returns the place of each edit of a sorted list in the text that all of them leave. */
export function spansAfter(edits: readonly TextEdit[]): readonly TextEdit[] {
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const span = { start: start + shift, end: start + shift + text.length, text };
    shift += text.length - (end - start);
    return span;
  });
}
