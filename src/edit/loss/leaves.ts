import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { isLiteralKind, MAX_DEPTH } from "../engine/literal-kinds.ts";
import type { Language } from "../language/language.ts";
import { statementEndOf } from "../language/statement-ends.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";

/** Tokens of JavaScript and TypeScript whose ends the text alone tells, and white space. */
const TOKEN = new RegExp(
  [
    String.raw`\s+|[A-Za-z_$][\w$]*|(?:0[xX][\da-fA-F]+|\d+(?:\.\d+)?)(?![\w.])`,
    String.raw`"(?:[^"\\\r\n]|\\[^\r\n])*"|'(?:[^'\\\r\n]|\\[^\r\n])*'`,
    String.raw`\.\.\.|===|!==|\*\*=|>>>=|>>>|>>=|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)`,
    String.raw`\+\+|--|\+=|-=|\*=|%=|&=|\|=|\^=|\*\*|>>|\.(?!\d)|\{(?!\|)|\|(?!\})|\?(?![.:])`,
    String.raw`[;,:()[\]}=!&+*^%~<>-]`,
  ].join("|"),
  "y",
);

/** Signs of tokens that the grammars make of several, or with code after them; and of comments of HTML. */
const JOINED = /\b(?:import|new)\s*\.|\bunique\s+symbol\b|<!--|-->/;

/** Signs of arguments of types whose last bracket may look like a part of an operator. */
const NESTED = /<<|>[>=]/;

/** Kinds of nodes that are code, and neither a literal nor a text. */
const CODE = new RegExp(
  [
    "^(?!jsx).*_(expression|statement|declaration|definition|declarator|block|clause|body|annotation)$",
    "^(arguments|object|array|pair|formal_parameters)$",
  ].join("|"),
);

/** A token of a text. */
export interface Leaf extends Span {
  readonly text: string;
}

/** The nodes that are left out: wholly, in part, or not. */
type SkipTest = (span: Span, node: SgNode) => "whole" | "partly" | "not";

/** A tree whose texts save questions: a test that asks for places only skips parts of it. */
interface KnownTree {
  readonly language?: Language | undefined;
  /** True if it has no syntax errors. Default: it is not known. */
  readonly isClean?: boolean;
}

/**
 * Returns the tokens of a node, in order, without white space and without nodes that `isSkipped` holds for. A literal
 * is one token, unless a part of it is skipped, and so is a node that is nested too deeply.
 */
export function leavesOf(
  node: SgNode,
  source: string,
  isSkipped: SkipTest,
  { language, isClean = false }: KnownTree = {},
): readonly Leaf[] {
  const isScript = language !== undefined && statementEndOf(language) === "either";
  const leaves: Leaf[] = [];
  const visit = (each: SgNode, depth: number): void => {
    const span = spanOf(each);
    const skipped = isSkipped(span, each);
    if (skipped === "whole" || span.start === span.end) return;
    const text = source.slice(span.start, span.end);
    const tokens =
      isClean && isScript && skipped === "not"
        ? readTokens({ text, language, depth, kind: () => kindOf(each) })
        : undefined;
    if (tokens !== undefined) {
      for (const { at, text } of tokens)
        leaves.push({ start: span.start + at, end: span.start + at + text.length, text });
      return;
    }
    const isOne = depth > MAX_DEPTH || (isScript && skipped === "not" && WORD.test(text));
    const children = isOne ? [] : each.children();
    const mayBeLiteral = skipped === "not" && !(isScript && !LITERAL.test(text));
    if (children.length > 0 && !(mayBeLiteral && isLiteralKind(kindOf(each)))) {
      for (const child of children) visit(child, depth + 1);
    } else if (text.trim() !== "") leaves.push({ ...span, text });
  };
  visit(node, 1);
  return leaves;
}

/** A word, which is one token of JavaScript or TypeScript, and the signs with which their literals begin. */
const WORD = /^[A-Za-z_$][\w$]*$/;
const LITERAL = /^["'`/]/;

/** A token, and its offset in the text. */
interface Token {
  readonly text: string;
  readonly at: number;
}

/** The text of a node, and its place in a tree without syntax errors. */
interface NodeText {
  readonly text: string;
  readonly language: Language;
  readonly depth: number;
  /** Asks for the kind of the node. */
  readonly kind: () => string;
}

/**
 * Reads the tokens of a node of JavaScript or TypeScript by its text, in order; undefined if the text leaves open where
 * they begin or end, or if the node may be nested more deeply than {@link MAX_DEPTH}.
 */
export function readTokens({
  text,
  language,
  depth,
  kind,
}: NodeText): readonly Token[] | undefined {
  if (depth + 2 * text.length > MAX_DEPTH) return undefined;
  if (text.includes("<") && (language !== "typescript" || NESTED.test(text))) return undefined;
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) return undefined;
    if (token.trim() !== "") tokens.push({ text: token, at });
  }
  if (JOINED.test(text)) return undefined;
  const isOne = tokens.length === 0 || tokens[0]?.text === text;
  return isOne || CODE.test(kind()) ? tokens : undefined;
}
