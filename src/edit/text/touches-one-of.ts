import type { Span } from "./span.ts";

/**
 * True if an edit changes something in one of the places, or inserts something in one. The places are sorted, and do
 * not overlap.
 */
export function touchesOneOf(places: readonly Span[], { start, end }: Span): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const place = places[low] ?? { start: Infinity, end: Infinity };
  return start === end ? place.start <= start : place.start < end;
}
