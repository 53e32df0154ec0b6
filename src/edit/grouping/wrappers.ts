import type { SgNode } from "@ast-grep/napi";
import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";
import { kindOf } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import type { Template } from "../replacement/template.ts";
import { type Grammar, readFragment } from "./grammar.ts";
import { slotKey, slottedTemplate, type Wrapper } from "./placed-edit.ts";

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

/** Returns the parts of a template that are variables among text, between tags. */
export function variablesInText(template: Template, grammar: Grammar): ReadonlySet<number> {
  const { code, slots } = slottedTemplate(template, grammar);
  const readings = grammar.contexts.map((context) => readFragment(grammar, context, code));
  const texts = (readings.find((nodes) => nodes !== undefined) ?? []).flatMap(textsIn);
  const names = new Map(slots.map(({ key, name }) => [key, name]));
  const found = new Set<number>();
  let at = 0;
  for (const [index, part] of template.entries()) {
    const [start, written] = [at, typeof part === "string" ? part : names.get(slotKey(part))];
    at += written?.length ?? 0;
    const isIn = texts.some((text) => text.start <= start && at <= text.end);
    if (typeof part !== "string" && isIn) found.add(index);
  }
  return found;
}

function textsIn(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === "JSXText" ? [node] : childrenOf(node).flatMap(textsIn);
}

/** By the part of the template: a variable may stand among text and in code. */
type Wrappers = ReadonlyMap<number, Wrapper>;

/** Finds what to write around the variables of a template. */
export function wrappersIn(
  template: Template,
  wrapperOf: (key: string, index: number) => Wrapper | undefined,
): Wrappers {
  const found = new Map<number, Wrapper>();
  for (const [index, part] of template.entries()) {
    const wrapper = typeof part === "string" ? undefined : wrapperOf(slotKey(part), index);
    if (wrapper) found.set(index, wrapper);
  }
  return found;
}

/** Writes it. */
export function withWrappers(template: Template, wrappers: Wrappers): Template {
  return template.flatMap((part, index): Template => {
    const wrapper = wrappers.get(index);
    return wrapper === undefined ? [part] : [wrapper[0], part, wrapper[1]];
  });
}
