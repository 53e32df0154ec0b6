/** A stretch of the searched text; UTF-16 code units, `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns a place, with all that it carries, by so many code units further on. */
export function moveSpan<Place extends Span>(place: Place, shift: number): Place {
  return shift === 0 ? place : { ...place, start: place.start + shift, end: place.end + shift };
}
