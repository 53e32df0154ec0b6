import { findFirst, findMatches } from "../edit/engine/engine.ts";
import { createPlaceFinder } from "../edit/text/place-finder.ts";
import type { Strictness } from "../model/edit.ts";
import type { MatchNote } from "../model/search/match-explanation.ts";
import { countOf } from "../shared/count-of.ts";
import type { CodeTree } from "./code-tree.ts";
import { noteOf, type WrittenPattern } from "./read-pattern.ts";
import { isLarge } from "./sample-nodes.ts";

/** The looser ways to compare, strictest first, with what each passes over. */
const LOOSER: readonly (readonly [Strictness, string])[] = [
  ["ast", "signs such as `,` and `;`"],
  ["relaxed", "signs and comments"],
  ["signature", "signs, comments, and all names and texts"],
];

/**
 * Finds the first looser strictness in which a pattern matches that matches nothing. With `comparesTexts`, only those
 * that compare texts: no text of the pattern is near.
 */
export function strictnessNote(
  { pat, selector, strictness = "smart", part }: WrittenPattern,
  { root, text, budget }: CodeTree,
  { comparesTexts }: { readonly comparesTexts: boolean },
): MatchNote | undefined {
  const searchIn = (name: Strictness) => {
    const selected = selector === undefined ? {} : { selector };
    return { rule: { pattern: { context: pat, strictness: name, ...selected } } };
  };
  if (!budget.spend(2000) || findFirst(root, searchIn(strictness)) !== undefined) return undefined;
  const own = LOOSER.findIndex(([name]) => name === strictness);
  for (const [name, passes] of LOOSER.slice(own + 1)) {
    if (!budget.spend(2000) || (comparesTexts && name === "signature")) return undefined;
    const first = findFirst(root, searchIn(name));
    if (first === undefined) continue;
    const { line } = createPlaceFinder(text)(first.range().start.index);
    const number = isLarge(root) ? undefined : findMatches(root, searchIn(name)).length;
    const found = number === undefined ? "" : `${countOf(number, "node")}, first `;
    const message = `with \`strictness: ${name}\`, which passes over ${passes}, it would match ${found}in line ${line}`;
    return noteOf("strictness", message, { part });
  }
  return undefined;
}
