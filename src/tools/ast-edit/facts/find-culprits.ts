/**
 * Finds the items to blame if all of them together are not innocent. It halves the items, so that few culprits among
 * many items take few checks; when `checks` are used up, every item that was not cleared is blamed.
 */
export async function findCulprits<Item>(
  items: readonly Item[],
  areInnocent: (items: readonly Item[]) => Promise<boolean> | boolean,
  checks: number,
): Promise<ReadonlySet<Item>> {
  const culprits = new Set<Item>();
  let checksLeft = checks;
  const visit = async (some: readonly Item[]): Promise<void> => {
    const isChecked = checksLeft > 0;
    checksLeft -= 1;
    if (some.length === 0 || (isChecked && (await areInnocent(some)))) return;
    if (!isChecked || some.length === 1) {
      for (const item of some) culprits.add(item);
      return;
    }
    const middle = some.length >> 1;
    await visit(some.slice(0, middle));
    await visit(some.slice(middle));
  };
  await visit(items);
  return culprits;
}
