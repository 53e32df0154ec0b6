import type { SgNode } from "@ast-grep/napi";
import { kindOf, parseText } from "../engine/engine.ts";
import { isLiteralKind, MAX_DEPTH } from "../engine/literal-kinds.ts";
import type { Language } from "../language/language.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";

/** A literal whose content has several lines. */
export interface LongLiteral extends Span {
  readonly text: string;
}

/** The kinds of code inside of a literal. */
const CODE = /interpolation|substitution|expansion/;

/** The kinds of leaves that may have several lines and are no literals: white space in them does not count. */
const TEXT = /comment|jsx_text|^text$|inline|paragraph|scalar|block_continuation|^\s*$/;

/** The kinds of literals beside each other that are one: no white space between them counts. */
const JOINED = /^(?:concatenated|chained)_string$/;

/** Finds the literals of a node whose content has a line end: only those change when code moves to another column. */
export function findLongLiterals(node: SgNode, source: string): readonly LongLiteral[] {
  const found: LongLiteral[] = [];
  const visit = (each: SgNode, depth: number): void => {
    const span = spanOf(each);
    const text = source.slice(span.start, span.end);
    if (!text.includes("\n") || depth > MAX_DEPTH) return;
    const kind = kindOf(each);
    const children = each.children();
    const isOne = isLiteralKind(kind) && !JOINED.test(kind);
    const isLiteral = isOne || (children.length === 0 && !TEXT.test(kind));
    if (isLiteral && contentOf(text, span, children).includes("\n") && text.trim() !== "")
      found.push({ ...span, text });
    else for (const child of children) visit(child, depth + 1);
  };
  visit(node, 1);
  return found;
}

/**
 * Returns the code with line ends in the literals of a template, whose variables are `mark`: each piece between them.
 */
export function longTextsOf(code: string, mark: string, language: Language): readonly string[] {
  if (!code.includes("\n") || !mayHaveLongLiteral(code, language)) return [];
  const root = parseText(code.replaceAll(mark, NAME), language);
  return findLongLiterals(root, code.replaceAll(mark, NAME))
    .flatMap(({ text }) => text.split(NAME))
    .filter((text) => text.includes("\n"));
}

const NAME = "zliteralq";

/** Signs of a literal with a line end in it, in a tree without errors: a template, or a line end after a backslash. */
const LONG = /`|\\\r?\n|<template/;

/** The same with JSX, whose attributes may have several lines. */
const LONG_IN_JSX = /`|\\\r?\n|<template|=\s*(?:"[^"\n]*\n|'[^'\n]*\n|\/[/*]|<!--|-->)/;

const LONG_BY_LANGUAGE: Readonly<Record<string, RegExp>> = {
  javascript: LONG_IN_JSX,
  tsx: LONG_IN_JSX,
  typescript: LONG,
};

/** True if code without syntax errors may have a literal that {@link findLongLiterals} finds. */
export function mayHaveLongLiteral(code: string, language: Language): boolean {
  const signs = Object.hasOwn(LONG_BY_LANGUAGE, language) ? LONG_BY_LANGUAGE[language] : undefined;
  return signs?.test(code) ?? true;
}

/** Returns the text of a literal without the code in it. */
function contentOf(text: string, span: Span, children: readonly SgNode[]): string {
  let content = "";
  let at = span.start;
  for (const child of children) {
    if (!CODE.test(kindOf(child))) continue;
    const { start, end } = spanOf(child);
    content += text.slice(at - span.start, start - span.start);
    at = end;
  }
  return content + text.slice(at - span.start);
}

/** The languages in which the indentation that all lines of a long literal share is no part of its value. */
const DEDENTING: ReadonlySet<Language> = new Set(["csharp", "java", "swift", "yaml"]);

/** The languages in which a backslash at the end of a line takes the white space before the next one. */
const CONTINUING: ReadonlySet<Language> = new Set(["rust", "toml"]);

const CONTINUED = /((?<!\\)(?:\\\\)*)\\\r?\n\s*/g;

/** Returns a long literal in a form that is equal for equal values. */
export function literalValue(text: string, language: Language): string {
  if (CONTINUING.has(language) && /^[bc]?"/.test(text)) return text.replace(CONTINUED, "$1");
  if (!DEDENTING.has(language)) return text;
  const [first = "", ...lines] = text.split("\n");
  const indents = lines.flatMap((line) => (line.trim() === "" ? [] : [indentOf(line)]));
  const shared = Math.min(...indents, text.length);
  return [first, ...lines.map((line) => line.slice(Math.min(shared, indentOf(line))))].join("\n");
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}
