import type { SgNode } from "@ast-grep/napi";
import type { SyntaxNode } from "../../syntax/syntax-node.ts";
import { kindOf } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import type { Wrapper } from "./placed-edit.ts";

const PARENTHESES: Wrapper = ["(", ")"];
const BRACES: Wrapper = ["{", "}"];
const FRAGMENT: Wrapper = ["<>", "</>"];

/** The languages in which parentheses around an expression only group. */
const GROUPING: ReadonlySet<Language> = new Set(
  `c cpp csharp dart elixir go haskell java javascript kotlin lua php python ruby rust scala sql swift tsx
  typescript`.split(/\s+/),
);

const TAG = /^jsx_(?:element|self_closing_element|fragment)$/;

/** Returns what may be written around the replacement of a match, so that it is one expression in its place. */
export function wrappersFor(match: SgNode, language: Language): readonly Wrapper[] {
  if (!GROUPING.has(language)) return [];
  const parent = match.parent();
  const isAmongTags = parent !== null && /^jsx_(?:element|fragment)$/.test(kindOf(parent));
  if (isAmongTags) return [BRACES];
  return TAG.test(kindOf(match)) ? [PARENTHESES, FRAGMENT] : [PARENTHESES];
}

/** True for an edit whose match stands between tags. */
export function isAmongTags({ wrappers }: { readonly wrappers: readonly Wrapper[] }): boolean {
  return wrappers.includes(BRACES);
}

/** What a capture is, and where it stands. */
interface Capture {
  readonly isMany: boolean;
  /** Its template writes it among text, between tags. */
  readonly isInText: boolean;
  readonly language: Language;
}

/** Returns what may be written around a capture to keep it together; undefined if nothing may. */
export function wrapperOfCapture(
  nodes: readonly SyntaxNode[],
  { isMany, isInText, language }: Capture,
): Wrapper | undefined {
  if (!GROUPING.has(language)) return undefined;
  if (nodes.some(({ type }) => CHILD.test(type))) return isInText ? undefined : FRAGMENT;
  if (isMany || nodes.some(({ type }) => ARGUMENT.test(type))) return undefined;
  return isInText ? BRACES : PARENTHESES;
}

/** Code that stands only among arguments or elements: no parentheses make a value of it. */
const ARGUMENT = /splat|^SpreadElement$|^(?:keyword|block)_argument$|^pair$/;

/** Code that stands only between tags. */
const CHILD = /^JSX(?:Text|ExpressionContainer|SpreadChild)$/;
