import { createPlaceFinder } from "../edit/text/place-finder.ts";
import type { Span } from "../edit/text/span.ts";
import type { Excerpt } from "../model/search/match-explanation.ts";

/** The most of a line that is shown, in UTF-16 code units. */
const MOST_OF_LINE = 160;

/** Returns a function that cuts the line of a place out of a text, and marks the part of the place in that line. */
export function createExcerpts(text: string): (place: Span) => Excerpt {
  const placeOf = createPlaceFinder(text);
  return ({ start, end }) => {
    const { line, column } = placeOf(start);
    const from = start - (column - 1);
    const newline = text.indexOf("\n", from);
    const lineEnd = newline === -1 ? text.length : newline;
    const whole = text.slice(from, Math.min(lineEnd, start + MOST_OF_LINE)).replace(/\r$/, "");
    const cut = Math.max(0, start - from - MOST_OF_LINE / 2);
    const part = whole.slice(cut, cut + MOST_OF_LINE);
    const at = start - from - cut;
    const length = Math.min(end, lineEnd) - start;
    return {
      line,
      column,
      text: part,
      mark: { start: at, length: Math.max(1, Math.min(length, part.length - at)) },
    };
  };
}
