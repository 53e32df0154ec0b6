import type { TextEdit } from "../../model/edit.ts";
import { spansAfter } from "../text/spans-after.ts";
import type { Span } from "../text/template.ts";

/**
 * Answers where a place of a text came from: in the text before `applied` (sorted, not overlapping) was
 * done to it. Of what an edit wrote nothing is known but the edit: its whole place is the answer.
 */
export function createMapBack(applied: readonly TextEdit[]): (place: Span) => Span {
  const spans = spansAfter(applied);
  /** The last edit that stands before a place, or begins there where `orAt`. */
  const lastBefore = (place: number, orAt: boolean) => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const start = spans[middle]?.start ?? 0;
      if (start < place || (orAt && start === place)) low = middle + 1;
      else high = middle;
    }
    const [edit, span] = [applied[low - 1], spans[low - 1]];
    return edit && span ? { edit, span } : undefined;
  };
  return ({ start, end }) => {
    const first = lastBefore(start, true);
    const last = end > start ? lastBefore(end, false) : first;
    const from =
      first === undefined
        ? start
        : start < first.span.end
          ? first.edit.start
          : start + first.edit.end - first.span.end;
    const to =
      last === undefined
        ? end
        : end <= last.span.end
          ? last.edit.end
          : end + last.edit.end - last.span.end;
    return { start: from, end: Math.max(from, to) };
  };
}
