import { distance } from "fastest-levenshtein";

/**
 * Returns the name that was probably meant, or undefined if none is near: one letter may differ in a name of up to
 * three, two in one of up to five (two letters that changed places), otherwise three; or as many as `limit`.
 */
export function closestName(
  name: string,
  known: readonly string[],
  { limit = name.length <= 3 ? 1 : name.length <= 5 ? 2 : 3 }: { readonly limit?: number } = {},
): string | undefined {
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > limit) continue; // The distance is at least this.
    const difference = distance(name.toLowerCase(), candidate.toLowerCase());
    if (difference < bestDistance) {
      best = candidate;
      bestDistance = difference;
    }
  }
  return best;
}

/** Returns ``Did you mean `x`?``, or the names that exist if none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = closestName(name, known);
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  return known.length === 0 ? "" : `Known: ${[...new Set(known)].join(", ")}.`;
}
