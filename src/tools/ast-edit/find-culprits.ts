/**
 * The items that are to blame where all of them together are not innocent, found by halving: a few
 * culprits among many items take few checks. Where `checks` are used up, what was not cleared is blamed.
 */
export function findCulprits<Item>(
  items: readonly Item[],
  areInnocent: (items: readonly Item[]) => boolean,
  checks: number,
): ReadonlySet<Item> {
  const culprits = new Set<Item>();
  let checksLeft = checks;
  const visit = (some: readonly Item[]): void => {
    const isChecked = checksLeft > 0;
    checksLeft -= 1;
    if (some.length === 0 || (isChecked && areInnocent(some))) return;
    if (!isChecked || some.length === 1) {
      for (const item of some) culprits.add(item);
      return;
    }
    const middle = some.length >> 1;
    visit(some.slice(0, middle));
    visit(some.slice(middle));
  };
  visit(items);
  return culprits;
}
