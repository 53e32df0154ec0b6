/** The items that are shown one by one. */
const MOST_SHOWN = 50;

/** Returns a line for each of the first items, and the number of the others. */
export function firstLines<Item>(
  items: readonly Item[],
  lineOf: (item: Item) => string,
): readonly string[] {
  const lines = items.slice(0, MOST_SHOWN).map(lineOf);
  const more = items.length - MOST_SHOWN;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}
