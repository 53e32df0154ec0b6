/** Numbers that look random and are the same for the same seed (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number from 0 to below `limit`. */
  const below = (limit: number) => Math.floor(next() * limit);
  /** One of the values, which must not be empty. */
  function pick<Value extends {}>(values: readonly Value[]): Value {
    const value = values[below(values.length)];
    if (value === undefined) throw new Error("Nothing to pick from.");
    return value;
  }
  /** The values in another order. */
  function shuffle<Value>(values: readonly Value[]): Value[] {
    return values
      .map((value) => ({ value, key: next() }))
      .sort((left, right) => left.key - right.key)
      .map(({ value }) => value);
  }
  return { below, pick, shuffle };
}
