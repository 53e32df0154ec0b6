import type { FixedPoint } from "../../edit/text/fixed-points.ts";

/**
 * Finds the lines that stand once in each text, in the order after. A line that only differs in its indentation is not
 * another one: a block that is indented again may get the lines of its neighbour.
 */
export function findUniqueLines(
  before: readonly string[],
  after: readonly string[],
): readonly FixedPoint[] {
  const places = placesOf(before);
  return [...placesOf(after)].flatMap(([line, place]) => {
    const at = places.get(line);
    const isUnique = at !== undefined && at !== -1 && place !== -1 && before[at] === after[place];
    return isUnique ? [{ before: at, after: place }] : [];
  });
}

/** Returns the index of each line, without its indentation; -1 for one that stands there twice. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, text] of lines.entries()) {
    const line = text.trim();
    if (line !== "") places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}
