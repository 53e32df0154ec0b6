/**
 * Returns how many items at the beginning of a list are so, by halves: it has thousands of them, and none is so after
 * the first that is not.
 */
export function countWhile<Item>(items: readonly Item[], isSo: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(items[middle] as Item))
      low = middle + 1; // It is below the length.
    else high = middle;
  }
  return low;
}
