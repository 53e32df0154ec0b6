import { findFirst } from "../edit/engine/engine.ts";
import { createPlaceFinder } from "../edit/text/place-finder.ts";
import type { MatchNote } from "../model/search/match-explanation.ts";
import type { CodeTree } from "./code-tree.ts";
import { leavesOf, type PatternShape, shapePattern } from "./pattern-shape.ts";
import { makeNote, type WrittenPattern } from "./read-pattern.ts";

const QUOTES = ['"', "'", "`"] as const;

/** The tokens around a text: `"`, `'''`, and with a prefix `f"`. */
const DELIMITER = /^[A-Za-z]{0,2}(["'`])\1{0,2}$/;

/** Tells that a pattern without a match would have one with quotes of another kind. */
export function quotesNote(
  written: WrittenPattern,
  { root, text, language, budget }: CodeTree,
): MatchNote | undefined {
  const { pat, selector, strictness = "smart", part } = written;
  const shaped = shapePattern(written, language);
  const delimiters = shaped === undefined ? [] : leavesOf(shaped.shape).filter(isDelimiter);
  if (delimiters.length === 0) return undefined;
  const first = (context: string) => {
    const selected = selector === undefined ? {} : { selector };
    try {
      return findFirst(root, { rule: { pattern: { context, strictness, ...selected } } });
    } catch {
      return undefined; // The engine refuses the pattern.
    }
  };
  if (!budget.spend(500) || first(pat) !== undefined) return undefined;
  for (const quote of QUOTES) {
    const other = requoted(pat, delimiters, quote);
    if (other === pat || !budget.spend(500)) continue;
    const found = first(other);
    if (found === undefined) continue;
    const { line } = createPlaceFinder(text)(found.range().start.index);
    const message = `with ${named(quote)} quotes it would match in line ${line}: quotes are tokens, and other quotes are other code`;
    const hint =
      "Write an `any` of both quotes, or a metavariable with a `regex` in its constraint";
    return makeNote("quotes-differ", message, { part, hint });
  }
  return undefined;
}

function named(quote: (typeof QUOTES)[number]): string {
  return quote === "`" ? "back" : `\`${quote}\``;
}

function isDelimiter(leaf: PatternShape): leaf is PatternShape & { kind: "leaf" } {
  if (leaf.kind !== "leaf" || !DELIMITER.test(leaf.text)) return false;
  return !leaf.isNamed || leaf.nodeKind === "string_start" || leaf.nodeKind === "string_end";
}

function requoted(pat: string, delimiters: readonly PatternShape[], quote: string): string {
  let text = "";
  let from = 0;
  for (const { place } of delimiters) {
    const own = pat.slice(place.start, place.end);
    text += pat.slice(from, place.start) + own.replace(/["'`]/g, quote);
    from = place.end;
  }
  return text + pat.slice(from);
}
