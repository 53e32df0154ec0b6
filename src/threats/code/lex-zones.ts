import type { Span } from "../../edit/text/span.ts";
import { LEXED_FORMS, type LexedToken } from "./lexed-forms.ts";
import type { Zones } from "./scanned-text.ts";

/** A family of languages whose comments and literals have the same form. */
export type LexedKind = keyof typeof LEXED_FORMS;

/** A literal that has code in it. */
interface OpenLiteral {
  readonly token: LexedToken;
  readonly inner: RegExp;
  /** The brackets that are open in the code. */
  depth: number;
}

/** The most code units that begin a literal. With one that begins with more quotes, all of a text is code. */
const LONGEST_OPEN = 500;

/** Begins code of PHP or not, as the server is set up. With it, all of a text is code. */
const SHORT_TAG = /<\?(?!php\b|=|xml\b)/i;

/**
 * Returns the comments and literals of a text by its tokens alone, in time by its length. Each token takes what it
 * begins, to the end of the text if nothing ends it. Code in a literal is code.
 */
export function lexZones(text: string, kind: LexedKind): Zones {
  if (kind === "php" && SHORT_TAG.test(text)) return { comments: [], literals: [] };
  const tokens: readonly LexedToken[] = LEXED_FORMS[kind];
  const code = new RegExp([...tokens.map(({ open }) => `(${open})`), "[{}()[\\]:]"].join("|"), "g");
  const zones = { comment: [] as Span[], literal: [] as Span[], opaque: [] as Span[] };
  const outer: OpenLiteral[] = [];
  const inners = new Map<string, RegExp>();

  /** Reads a token from where it begins, or goes on after code, and returns where code begins again. */
  const read = (token: LexedToken, inner: RegExp, start: number, from: number): number => {
    const { end, isHole } = endOf(text, inner, from);
    zones[token.kind].push({ start, end });
    if (isHole) outer.push({ token, inner, depth: 0 });
    return end;
  };
  const innerOf = (token: LexedToken, open: string) => {
    const source = innerSource(token, open);
    const inner = inners.get(source) ?? new RegExp(source, "g");
    inners.set(source, inner);
    return inner;
  };

  let at = 0;
  if (kind === "php" && tokens[0]) at = read(tokens[0], innerOf(tokens[0], ""), 0, 0);
  for (;;) {
    code.lastIndex = at;
    const found = code.exec(text);
    if (found === null) break;
    const [open, ...opens] = found;
    at = found.index + open.length;
    if (open.length > LONGEST_OPEN) return { comments: [], literals: [] };
    const token = tokens[opens.findIndex((each) => each !== undefined)];
    if (token?.close) at = read(token, innerOf(token, open), found.index, at);
    const literal = outer.at(-1);
    if (token || literal === undefined) continue;
    if (isEndOfHole(open, literal, kind)) {
      outer.pop();
      at = read(literal.token, literal.inner, at, at);
    } else if (/[{([]/.test(open)) literal.depth += 1;
    else if (/[})\]]/.test(open)) literal.depth -= 1;
  }
  return { comments: zones.comment, literals: zones.literal };
}

/** Returns where a token ends, or code in it begins. */
function endOf(text: string, inner: RegExp, from: number) {
  let nesting = 0;
  inner.lastIndex = from;
  for (let found = inner.exec(text); found; found = inner.exec(text)) {
    const { skipped, hole, nested, close } = found.groups ?? {};
    if (skipped !== undefined) continue;
    if (nested !== undefined) nesting += 1;
    else if (close !== undefined && nesting > 0) nesting -= 1;
    else return { end: found.index + found[0].length, isHole: hole !== undefined };
  }
  return { end: text.length, isHole: false };
}

/** In Python the format of a value begins with a colon, and is no code. */
function isEndOfHole(sign: string, { depth }: OpenLiteral, kind: LexedKind): boolean {
  return depth <= 0 && (sign === "}" || (sign === ":" && kind === "python"));
}

function innerSource(token: LexedToken, open: string): string {
  const { close, escape: skipped, hole, nested, inLine } = token;
  return [
    ...(skipped === undefined ? [] : [`(?<skipped>${skipped})`]),
    `(?<close>${close?.(open)})`,
    ...(hole === undefined ? [] : [`(?<hole>${hole})`]),
    ...(nested === undefined ? [] : [`(?<nested>${nested})`]),
    ...(inLine ? ["\\n"] : []),
  ].join("|");
}
