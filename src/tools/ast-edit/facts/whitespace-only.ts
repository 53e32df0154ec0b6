import type { SgNode } from "@ast-grep/napi";
import { kindOf, parseText } from "../../../edit/engine/engine.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { TextEdit } from "../../../model/edit.ts";

/** Returns true if edits may change nothing but white space. Edits that cannot need no parse to know it. */
export function canBeWhitespace(before: string, edits: readonly TextEdit[]): boolean {
  return edits.every(({ start, end, text }) => bare(before.slice(start, end)) === bare(text));
}

function bare(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Returns a check that a text has the same tree as `before`, with the same tokens. Parses `before` at each call. */
export function createWhitespaceCheck(
  before: string,
  language: Language,
): (after: string) => boolean {
  return (after) =>
    bare(before) === bare(after) &&
    isSameTree(parseText(before, language), parseText(after, language), 0);
}

/** The deepest nesting that is compared. Below it only the text counts, so that the fact is rather true. */
const MAX_DEPTH = 1500;

function isSameTree(a: SgNode, b: SgNode, depth: number): boolean {
  if (kindOf(a) !== kindOf(b)) return false;
  const [left, right] = [a.children(), b.children()];
  if (left.length !== right.length) return false;
  if (left.length === 0) return isSameLeaf(a, b);
  if (depth > MAX_DEPTH) return bare(a.text()) === bare(b.text());
  return left.every((child, index) => {
    const other = right[index];
    return other !== undefined && isSameTree(child, other, depth + 1);
  });
}

/** Code of another language inside of a page is one leaf: there the white space does not count either. */
function isSameLeaf(a: SgNode, b: SgNode): boolean {
  if (a.text() === b.text()) return true;
  const isBlank = a.text().trim() === "" && b.text().trim() === "";
  return isBlank || (a.is("raw_text") && bare(a.text()) === bare(b.text()));
}
