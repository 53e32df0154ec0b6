/**
 * Maps items, at most `width` of them at a time, and returns the results in order. If some fail, throws the first error
 * in order, after all calls that were started have ended.
 */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  width: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  const failures = new Map<number, unknown>();
  let next = 0;
  const work = async () => {
    while (next < items.length && failures.size === 0) {
      const index = next++;
      try {
        results[index] = await map(items[index] as Item, index); // The index is inside the list.
      } catch (error) {
        failures.set(index, error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  return results;
}
