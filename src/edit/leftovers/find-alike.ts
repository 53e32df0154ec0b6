import { escapeRegex } from "../../shared/regex/escape-regex.ts";
import type { Span } from "../text/span.ts";
import type { Look, LookPart } from "./look.ts";

/** The most places that are looked for in one text. */
const MOST = 1000;

/**
 * The longest text of a metavariable, and the most characters that are read for one place and for all; UTF-16 code
 * units.
 */
const LONGEST = 2000;
const READ_FOR_ONE = 20_000;
const READ = 2_000_000;

const WORD = /[\p{L}\p{N}_$]/u;
const OPERATOR = /[=<>!+\-*/%&|^~?:.]/;

/**
 * Finds the places of a text that look like a pattern, whatever stands there: its tokens in their order, with any white
 * space between them, and in the place of a metavariable text whose brackets are closed. Reads nothing of those that
 * begin where none may begin.
 */
export function findAlike(
  text: string,
  look: Look,
  mayBegin: (offset: number) => boolean = () => true,
): readonly Span[] {
  const found: Span[] = [];
  const { search, rest } = searchOf(look);
  let left = READ;
  for (const { index, 0: head } of text.matchAll(search)) {
    if (!mayBegin(index)) continue;
    if (!standsAlone(text, index, index + head.length, look)) continue;
    const budget = { left: READ_FOR_ONE };
    const end = endOf(text, index + head.length, rest, budget);
    if (end !== undefined) found.push({ start: index, end });
    left -= READ_FOR_ONE - budget.left;
    if (found.length === MOST || left < 0) break;
  }
  return found;
}

const searches = new WeakMap<Look, { search: RegExp; rest: readonly LookPart[] }>();

/** Returns a search for the tokens before the first metavariable, and the parts after them. */
function searchOf(look: Look): { readonly search: RegExp; readonly rest: readonly LookPart[] } {
  const { parts } = look;
  const hole = parts.findIndex((part) => typeof part !== "string");
  const count = hole === -1 ? parts.length : hole;
  const head = parts.slice(0, count).filter((part) => typeof part === "string");
  const known = searches.get(look) ?? {
    search: new RegExp(sourceOf(head), "gu"),
    rest: parts.slice(count),
  };
  searches.set(look, known);
  return known;
}

function sourceOf(tokens: readonly string[]): string {
  return tokens
    .map((token, index) => {
      const isApart = WORD.test(token) && WORD.test(tokens[index - 1]?.at(-1) ?? "");
      const space = index === 0 ? "" : isApart ? "\\s+" : "\\s*";
      return space + writtenForm(token);
    })
    .join("");
}

/** In a string, its quotes may have a backslash. */
function writtenForm(token: string): string {
  const escaped = escapeRegex(token);
  return /^["'`]$/.test(token) ? `\\\\?${escaped}` : escaped;
}

/** True if the tokens are no part of a longer word or operator, and no member of something else. */
function standsAlone(text: string, start: number, end: number, { isCut }: Look): boolean {
  const [first = "", last = ""] = [text[start], text[end - 1]];
  if (goesOn(text[start - 1] ?? "", first) || goesOn(last, text[end] ?? "")) return false;
  if (isCut) return /[\p{L}\p{N}_$)\]}"'`]\s*$/u.test(text.slice(Math.max(0, start - 80), start));
  const before = text.slice(Math.max(0, start - 2), start);
  return !WORD.test(first) || !/(?:^|[^.])\.$|::$|->$/.test(before);
}

/** True if two characters are of one word, or of one operator. */
function goesOn(before: string, after: string): boolean {
  return [WORD, OPERATOR].some((kind) => kind.test(before) && kind.test(after));
}

/** The number of characters that may still be read. */
interface Budget {
  left: number;
}

/** Returns the end of a text that begins with these parts; undefined if it does not, or if that takes too long. */
function endOf(
  text: string,
  from: number,
  parts: readonly LookPart[],
  budget: Budget,
): number | undefined {
  const rest = (at: number, index: number): number | undefined => {
    const part = parts[index];
    if (part === undefined) return at;
    if (typeof part === "string") {
      const end = tokenEnd(text, at, part);
      return end === undefined ? undefined : rest(end, index + 1);
    }
    const isLast = index === parts.length - 1;
    for (const end of endsOfHole(text, at, { ...part, budget })) {
      const found = isLast ? end : rest(end, index + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return rest(from, 0);
}

/** Returns the end of a token after white space, and a comma at the end of a list. */
function tokenEnd(text: string, from: number, token: string): number | undefined {
  const at = afterSpace(text, from);
  const isQuote = /^["'`]$/.test(token) && text[at] === "\\";
  const start = isQuote ? at + 1 : at;
  if (!text.startsWith(token, start)) {
    const isTrailing = /^[)\]}]$/.test(token) && text[at] === ",";
    const next = isTrailing ? afterSpace(text, at + 1) : at;
    return isTrailing && text.startsWith(token, next) ? next + token.length : undefined;
  }
  const end = start + token.length;
  const isPart = goesOn(text[start - 1] ?? "", token) || goesOn(token, text[end] ?? "");
  return isPart ? undefined : end;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < from + LONGEST && /\s/.test(text[at] ?? "")) at += 1;
  return at;
}

/**
 * Yields the ends of what a metavariable may stand for: text in which every bracket is closed; one of a single node
 * has something, and no comma.
 */
function* endsOfHole(
  text: string,
  from: number,
  { many, budget }: { readonly many: boolean; readonly budget: Budget },
): Generator<number, void> {
  if (many) yield from;
  const open: string[] = [];
  const limit = Math.min(text.length, from + LONGEST);
  for (let at = afterSpace(text, from); at < limit && budget.left > 0; at += 1) {
    budget.left -= 1;
    const sign = text[at] ?? "";
    const closing = CLOSING[sign];
    if (closing !== undefined) open.push(closing);
    else if (/[)\]}]/.test(sign) && open.pop() !== sign) return;
    else if (open.length === 0 && /[,;]/.test(sign) && !(many && sign === ",")) return;
    if (open.length === 0 && !/\s/.test(sign)) yield at + 1;
  }
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
