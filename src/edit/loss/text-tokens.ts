import { MAX_DEPTH } from "../engine/literal-kinds.ts";
import type { Language } from "../language/language.ts";

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

/** Signs of tokens that the grammars make of several, or with code behind them; and of comments of HTML. */
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
