/** Returns the object without its undefined fields, as `exactOptionalPropertyTypes` requires. */
export function definedOnly<T extends object>(
  value: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  const defined = Object.entries(value).filter(([, field]) => field !== undefined);
  // The entries are those of T without the undefined ones.
  return Object.fromEntries(defined) as { [K in keyof T]: Exclude<T[K], undefined> };
}
