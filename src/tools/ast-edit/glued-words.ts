import { spansAfter } from "../../edit/spans-after.ts";
import type { TextEdit } from "../../model/edit.ts";

const WORD = /[\p{ID_Continue}$]/u;

/**
 * Whether an edit runs into the word beside it: `return+new Date()` → `returnDate.now()`. The result
 * often parses, as something else; it counts as a syntax error that the edit adds. `after` is the text
 * that the edits (sorted) leave of `before`.
 */
export function gluesWords(before: string, after: string, edits: readonly TextEdit[]): boolean {
  const areGlued = (left: string, right: string) => WORD.test(left) && WORD.test(right);
  const spans = spansAfter(edits);
  return edits.some(({ start, end, text }, index) => {
    const span = spans[index];
    if (span === undefined) return false;
    // What an edit beside it wrote is its neighbour too.
    const [left, right] = [after.charAt(span.start - 1), after.charAt(span.end)];
    const first = text.charAt(0) || right;
    const last = text.charAt(text.length - 1) || left;
    const wasGlued =
      areGlued(before.charAt(start - 1), before.charAt(start)) ||
      areGlued(before.charAt(end - 1), before.charAt(end));
    return !wasGlued && (areGlued(left, first) || areGlued(last, right));
  });
}
