import type { Place } from "../../model/place.ts";
import { countWhile } from "../../shared/lists/count-while.ts";

/**
 * Returns a function from an offset of a text to its line and column; both from 1, columns in UTF-16 code units, and a
 * BOM has no column. The line ends are searched once.
 */
export function createPlaceFinder(text: string): (index: number) => Omit<Place, "path"> {
  const bom = text.startsWith("\uFEFF") ? 1 : 0;
  const starts = [bom];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (index) => {
    const begun = countWhile(starts, (start) => start <= index);
    const line = Math.max(1, begun);
    return { line, column: Math.max(0, index - (starts[line - 1] ?? 0)) + 1 };
  };
}
