/** The least characters of an id that people see. */
const LEAST = 12;

/**
 * Returns for each id its first characters, as many as no other id of the list begins with, and at least 12.
 */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort();
  return new Map(
    sorted.map((id, at) => {
      const near = [sorted[at - 1] ?? "", sorted[at + 1] ?? ""];
      const same = Math.max(...near.map((other) => sharedLength(id, other)));
      return [id, id.slice(0, Math.max(LEAST, same + 1))];
    }),
  );
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
