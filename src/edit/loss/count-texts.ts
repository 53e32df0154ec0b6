/** How often each text occurs. */
export type TextCounts = ReadonlyMap<string, number>;

/** Counts texts. */
export function countTexts(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Returns the sum of several counts. */
export function addCounts(all: readonly TextCounts[]): TextCounts {
  const sum = new Map<string, number>();
  for (const counts of all)
    for (const [text, count] of counts) sum.set(text, (sum.get(text) ?? 0) + count);
  return sum;
}

/** Returns for each text the highest of several counts. */
export function highestCounts(all: readonly TextCounts[]): TextCounts {
  const highest = new Map<string, number>();
  for (const counts of all)
    for (const [text, count] of counts) highest.set(text, Math.max(highest.get(text) ?? 0, count));
  return highest;
}

/** Returns the items whose texts are not among `present`, each of which stands for one item. */
export function withoutPresent<Item>(
  items: readonly Item[],
  present: TextCounts,
  textOf: (item: Item) => string,
): readonly Item[] {
  const left = new Map(present);
  return items.filter((item) => {
    const text = textOf(item);
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count === 0;
  });
}
