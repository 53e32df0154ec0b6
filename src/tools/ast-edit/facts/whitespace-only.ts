import type { SgNode } from "@ast-grep/napi";
import { kindOf, parseText } from "../../../edit/engine/engine.ts";
import { isLiteralKind, MAX_DEPTH } from "../../../edit/engine/literal-kinds.ts";
import { type EmbeddedCode, findEmbeddedCode } from "../../../edit/language/embedded-code.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { TextEdit } from "../../../model/edit.ts";

/** Returns true if edits may change nothing but white space. Edits that cannot need no parse to know it. */
export function canBeWhitespace(before: string, edits: readonly TextEdit[]): boolean {
  return edits.every((edit) => changesBlanksOnly(before, edit));
}

/** True if an edit changes nothing but white space. Ends at the first other difference, and makes no text. */
function changesBlanksOnly(before: string, { start, end, text }: TextEdit): boolean {
  for (let [at, to] = [start, 0]; ; at += 1, to += 1) {
    while (at < end && isBlank(before.charCodeAt(at))) at += 1;
    while (to < text.length && isBlank(text.charCodeAt(to))) to += 1;
    if (at >= end || to >= text.length) return at >= end && to >= text.length;
    if (before.charCodeAt(at) !== text.charCodeAt(to)) return false;
  }
}

/** True for a code unit of {@link BLANKS}. */
function isBlank(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}

/** White space that any language skips between tokens: a no-break space is a part of a word to some of them. */
const BLANKS = /[ \t\r\n\f\v]+/g;

function bare(text: string): string {
  return text.replace(BLANKS, "");
}

/**
 * Returns a check that a text has the same tree as `before`, with the same tokens, and the same text in its literals.
 * Parses `before` at each call.
 */
export function createWhitespaceCheck(
  before: string,
  language: Language,
): (after: string) => boolean {
  return (after) => bare(before) === bare(after) && isSameCode(before, after, language);
}

function isSameCode(before: string, after: string, language: Language): boolean {
  const [old, fresh] = [sideOf(before, language), sideOf(after, language)];
  return isSameTree({ node: old.root, side: old }, { node: fresh.root, side: fresh }, 0);
}

/** A text with its tree, and the code of other languages in it. */
interface Side {
  readonly text: string;
  readonly language: Language;
  readonly root: SgNode;
  readonly embedded: () => readonly EmbeddedCode[];
}

function sideOf(text: string, language: Language): Side {
  const root = parseText(text, language);
  return {
    text,
    language,
    root,
    embedded: () => findEmbeddedCode(root, text, { keepPlaces: false }),
  };
}

interface Place {
  readonly node: SgNode;
  readonly side: Side;
}

/** Below {@link MAX_DEPTH} trees count as different: the fact may permit an edit. */
function isSameTree(a: Place, b: Place, depth: number): boolean {
  const kind = kindOf(a.node);
  if (kind !== kindOf(b.node)) return false;
  if (kind === "raw_text") return isSameEmbedded(a, b);
  if (kind === "jsx_text") return jsxValue(a.node.text()) === jsxValue(b.node.text());
  if (isLiteralKind(kind) || IN_QUOTES.test(kind)) return a.node.text() === b.node.text();
  const [left, right] = [a.node.children(), b.node.children()];
  if (left.length !== right.length) return false;
  if (left.length === 0) return isSameLeaf(a.node.text(), b.node.text());
  if (depth > MAX_DEPTH) return false;
  const [gaps, others] = [gapsOf(a, left), gapsOf(b, right)];
  if (!gaps.every((gap, index) => isSameGap(gap, others[index] ?? "", a.side.language)))
    return false;
  return left.every((child, index) => {
    const other = right[index];
    return (
      other !== undefined && isSameTree({ ...a, node: child }, { ...b, node: other }, depth + 1)
    );
  });
}

/** Kinds with text in quotes, or in brackets that act as quotes, that are no literals as a whole. */
const IN_QUOTES = /interpolated_string|string_array|symbol_array/;

/** Tokens that are white space themselves, such as line ends, may be of any length. */
function isSameLeaf(a: string, b: string): boolean {
  return a === b || (bare(a) === "" && bare(b) === "" && a.includes("\n") === b.includes("\n"));
}

/** Returns the texts before, between and after the children of a node: some grammars leave code out of their trees. */
function gapsOf({ node, side: { text } }: Place, children: readonly SgNode[]): readonly string[] {
  const { start, end } = node.range();
  const gaps: string[] = [];
  let at = start.index;
  for (const child of children) {
    const range = child.range();
    gaps.push(text.slice(at, range.start.index));
    at = range.end.index;
  }
  return [...gaps, text.slice(at, end.index)];
}

/** In a page, white space between two tags shows, however much of it there is. */
function isSameGap(a: string, b: string, language: Language): boolean {
  if (a === b) return true;
  if (bare(a) !== "" || bare(b) !== "") return false;
  return language !== "html" || (a !== "" && b !== "");
}

/** Compares code of another language inside of a page, in that language; other text in a page is all content. */
function isSameEmbedded(a: Place, b: Place): boolean {
  const [left, right] = [a, b].map(({ node, side }) =>
    side.embedded().find(({ start }) => start === node.range().start.index),
  );
  if (a.node.text() === b.node.text()) return left?.language === right?.language;
  if (left === undefined || right === undefined || left.language !== right.language) return false;
  return isSameCode(a.node.text(), b.node.text(), left.language);
}

/** Returns the text that JSX shows: without the white space around line ends. */
function jsxValue(text: string): string {
  const lines = text.split(/\r?\n/);
  const shown = lines.map((line, index) => {
    const from = index === 0 ? line : line.replace(/^[ \t]+/, "");
    return index === lines.length - 1 ? from : from.replace(/[ \t]+$/, "");
  });
  return shown.filter((line) => line !== "").join("\n");
}
