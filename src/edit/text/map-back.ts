import type { TextEdit } from "../../model/edit.ts";
import { countWhile } from "../../shared/lists/count-while.ts";
import type { Span } from "./span.ts";
import { spansAfter } from "./spans-after.ts";

/**
 * Returns a function from a place of a text to its origin in the text before `applied` (sorted, not overlapping) was
 * applied. Any part of a text that an edit wrote has the whole place of the edit as its origin.
 */
export function createMapBack(applied: readonly TextEdit[]): (place: Span) => Span {
  const spans = spansAfter(applied);
  /** Returns the last edit that begins before a place, or also one that begins there. */
  const lastBegun = (when: "before" | "before-or-at", place: number) => {
    const isBegun = ({ start }: Span) =>
      start < place || (when === "before-or-at" && start === place);
    const last = countWhile(spans, isBegun) - 1;
    const [edit, span] = [applied[last], spans[last]];
    return edit && span ? { edit, span } : undefined;
  };
  return ({ start, end }) => {
    const first = lastBegun("before-or-at", start);
    const last = end > start ? lastBegun("before", end) : first;
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
