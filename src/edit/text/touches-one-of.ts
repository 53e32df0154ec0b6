import { countWhile } from "../../shared/lists/count-while.ts";
import type { Span } from "./span.ts";

/**
 * True if an edit changes something in one of the places, or inserts something in one. The places are sorted, and do
 * not overlap.
 */
export function touchesOneOf(places: readonly Span[], { start, end }: Span): boolean {
  const first = countWhile(places, (each) => each.end <= start);
  const place = places[first] ?? { start: Infinity, end: Infinity };
  return start === end ? place.start <= start : place.start < end;
}
