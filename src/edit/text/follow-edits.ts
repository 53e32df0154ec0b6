import type { TextEdit } from "../../model/edit.ts";
import type { Span } from "./span.ts";

/**
 * Returns sorted places of a text as they are after edits of it: a place that is edited in part has all that the edit
 * wrote.
 */
export function followEdits(places: readonly Span[], edits: readonly TextEdit[]): readonly Span[] {
  let shift = 0;
  let next = 0;
  const moved = (place: number, isEnd: boolean) => {
    for (let edit = edits[next]; edit && edit.end <= place; edit = edits[next]) {
      // Lines inserted in front of a place's first line join it; after its last line they are apart.
      if (edit.start === place) break;
      shift += edit.text.length - (edit.end - edit.start);
      next += 1;
    }
    const edit = edits[next];
    if (edit === undefined || edit.start >= place) return place + shift;
    return edit.start + shift + (isEnd ? edit.text.length : 0);
  };
  return places.map(({ start, end }) => ({ start: moved(start, false), end: moved(end, true) }));
}
