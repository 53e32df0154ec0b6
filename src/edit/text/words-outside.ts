import type { Span } from "./span.ts";

/** Returns the words of a text outside of some places, also those in strings and comments. The places are sorted. */
export function wordsOutside(places: readonly Span[], text: string): ReadonlySet<string> {
  let [rest, end] = ["", 0];
  for (const place of places) {
    rest += `${text.slice(end, place.start)} `;
    end = place.end;
  }
  return new Set((rest + text.slice(end)).match(/[\p{ID_Continue}$]+/gu));
}
