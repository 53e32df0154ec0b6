import type { Replacement } from "../../model/edit.ts";

/** The longest result of a later pass: so many UTF-16 code units, or so many times the length of the text. */
const MAX_GROWN = 64 * 1024;
const GROWTH = 4;

/** True if a pass made more of a text than any useful op does. */
export function hasGrownTooMuch(result: string, text: string): boolean {
  return result.length > Math.max(MAX_GROWN, GROWTH * text.length);
}

/** The most matches of a later pass, unless the first one found half as many: more is growth without end. */
const MAX_FED = 50_000;

/** True if a pass finds more to do than the first one, by far. */
export function feeds(left: readonly Replacement[], first: readonly Replacement[]): boolean {
  return left.length > Math.max(MAX_FED, 2 * first.length);
}
