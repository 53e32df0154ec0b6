import { distance } from "fastest-levenshtein";

/**
 * The name that was probably meant, or undefined where none is near: one letter may differ in a
 * name of up to three, two in one of up to five (two letters that changed places), else three.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const limit = name.length <= 3 ? 1 : name.length <= 5 ? 2 : 3;
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    const difference = distance(name.toLowerCase(), candidate.toLowerCase());
    if (difference < bestDistance) {
      best = candidate;
      bestDistance = difference;
    }
  }
  return best;
}

/** ``Did you mean `x`?``, or, where nothing is near, the names that exist. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = closestName(name, known);
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  return known.length === 0 ? "" : `Known: ${[...new Set(known)].join(", ")}.`;
}
