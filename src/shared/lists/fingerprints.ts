import { sha256 } from "../sha256.ts";

/** Hex digits. */
const LENGTH = 40;

/**
 * Returns a function from what makes a finding to its fingerprint. Equal findings are told apart by their order, so
 * that no line number is needed: lines that move keep theirs.
 */
export function createFingerprints(): (parts: readonly string[]) => string {
  const counts = new Map<string, number>();
  return (parts) => {
    const key = sha256(JSON.stringify(parts));
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return sha256(`${key}:${count}`).slice(0, LENGTH);
  };
}
