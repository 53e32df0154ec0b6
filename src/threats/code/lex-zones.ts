import type { Span } from "../../edit/text/span.ts";
import type { Zones } from "./scanned-text.ts";

const LINE = String.raw`(?<line>\/\/[^\r\n]*)`;
const BLOCK = String.raw`(?<block>\/\*[^]*?(?:\*\/|$))`;
const HASH = String.raw`(?<line>(?<![^\s;|&(){}])#[^\r\n]*)`;
const DOUBLE = String.raw`"(?:[^"\\\n]|\\[^])*"?`;
const SINGLE = String.raw`'(?:[^'\\\n]|\\[^])*'?`;
const BACK = "`[^`]*`?";
const TRIPLE = `"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)`;

/** The tokens of comments and literals. Each takes what it begins, to the end of the text if nothing ends it. */
const TOKENS = {
  slashes: `${LINE}|${BLOCK}|${TRIPLE}|${DOUBLE}|${SINGLE}|${BACK}`,
  rust: String.raw`${LINE}|${BLOCK}|r#+"[^]*?(?:"#|$)|"(?:[^"\\]|\\[^])*"?|'(?:[^'\\\n]|\\[^\n]{1,10})'`,
  hash: String.raw`${HASH}|"(?:[^"\\]|\\[^])*"?|'[^']*'?`,
  python: `${HASH}|${TRIPLE}|${DOUBLE}|${SINGLE}`,
  yaml: `${HASH}|${DOUBLE}|(?<![^\\s:,[{(-])'[^'\\n]*'?`,
} as const;

/** A family of languages whose comments and literals have the same form. */
export type LexedKind = keyof typeof TOKENS;

/** Returns the comments and literals of a text by its tokens alone, in time by its length. */
export function lexZones(text: string, kind: LexedKind): Zones {
  const comments: Span[] = [];
  const literals: Span[] = [];
  for (const match of text.matchAll(new RegExp(TOKENS[kind], "g"))) {
    const { line, block } = match.groups ?? {};
    const span = { start: match.index, end: match.index + match[0].length };
    (line ?? block) === undefined ? literals.push(span) : comments.push(span);
  }
  return { comments, literals };
}
