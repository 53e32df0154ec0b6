import { sha256 } from "../../shared/sha256.ts";

/**
 * Returns the first line of a comment, which is not shown and by which a later run finds it. `id` tells the uses in one
 * repository apart; the line has only its digest, because a name of a workflow could end the line.
 */
export function commentMarker(id: string): string {
  return `<!-- sluice comment ${digestOf(id)} -->`;
}

/** Returns the beginning of the keys of the check runs of a use, and the key of those of one run. */
export function checkKeys(id: string, run: number | undefined): { use: string; key: string } {
  const use = `sluice-${digestOf(id)}-`;
  return { use, key: `${use}${run ?? 0}` };
}

/** Returns the line that is not shown of a suggestion: the same change of the same lines has the same. */
export function suggestionMarker(id: string, parts: readonly string[]): string {
  return `<!-- sluice suggestion ${digestOf(JSON.stringify([id, ...parts]))} -->`;
}

function digestOf(text: string): string {
  return sha256(text).slice(0, 16);
}
