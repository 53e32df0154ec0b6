import type { SgNode } from "@ast-grep/napi";
import type { Replacement } from "../../model/edit.ts";
import { isMatch } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";
import { addCounts, countTexts, withoutPresent } from "./count-texts.ts";
import { type Leaf, leavesOf } from "./leaves.ts";
import { countModifier, isModifier, wordAt } from "./modifiers.ts";
import type { CapturedCode, OpCode } from "./op-code.ts";
import { needsTerminator } from "./terminators.ts";
import { countWritten } from "./written-code.ts";

/** A match whose code is not just what its pattern writes out. */
export interface OddMatch {
  readonly match: SgNode;
  readonly replacement: Replacement;
  readonly source: string;
  readonly language: Language;
  readonly code: OpCode;
  /** Sorted by place. */
  readonly captures: readonly CapturedCode[];
  /** In the place of the replacement. */
  readonly comments: readonly Span[];
  /** The layout of the match is kept, so that the replacement has more than its template writes. */
  readonly isKept: boolean;
  /** The tree of the match has no syntax errors, as far as its losses count. */
  readonly isClean: boolean;
}

/** Finds the tokens that the pattern does not name, no capture holds, and the replacement does not write. */
export function findUnnamedTokens(odd: OddMatch): readonly Leaf[] {
  const { match, replacement, source, language, code, captures, comments } = odd;
  const { named } = code;
  const isNamed = createRegexTest(match, named.regexes);
  const isSkipped = (span: Span, node: SgNode) => {
    const cover = coverOf(span, captures, comments);
    return cover === "not" && isNamed(node) ? "whole" : cover;
  };
  const known = named.regexes.length === 0 ? { language, isClean: odd.isClean } : {};
  const leaves = leavesOf(match, source, isSkipped, known);
  const [only] = leaves;
  // A rule that matches a single token means that token, and one that has no pattern means the whole node.
  const isToken = leaves.length === 1 && only?.text === match.text();
  const isWhole = !named.isOwn && replacement.text.trim() === "";
  const unnamed = isToken
    ? []
    : withoutPresent(leaves, addCounts([named.tokens, repeatedCode(odd)]), textOf);
  const needed = unnamed.filter(
    (token) => isNeeded(token, odd) && (token.text === ";" || !isWhole),
  );
  if (needed.length === 0) return [];
  const rewritten = new Map(
    [...new Set(needed.map(textOf))].map((text) => [text, countResult(odd, text)]),
  );
  const starts = new Set(needed.map(({ start }) => start));
  // The name of an annotation tells which one it is. If the rule knows the name, any `@` of the result may be its own.
  const isKnown = (token: Leaf) =>
    token.text === "@" && !starts.has(wordAt(source, token.end).start);
  const modifiers = needed.filter((token) => isModifier(token.text) && !isKnown(token));
  const lost = new Set([
    ...withoutPresent(needed, rewritten, textOf),
    ...modifiers.filter((token) => countAgain(odd, token) === 0),
  ]);
  return needed.filter((token) => lost.has(token));
}

/** Returns how often the replacement has a modifier of the same code besides those in captures. */
function countAgain({ code, isKept, replacement, captures, match, source }: OddMatch, token: Leaf) {
  const kept = captures.filter(({ fate }) => fate === "kept");
  const isCapture = (at: number) =>
    captures.some(({ start, fate }) => start === at && fate !== "dropped");
  const place = { text: source, start: spanOf(match).start, isCapture };
  if (!isKept) return countModifier(code.written.code, token, place);
  const inCaptures = kept.map(({ start, end }) => source.slice(start, end));
  const count = (text: string) => countModifier(text, token, place);
  return inCaptures.reduce((sum, text) => sum - count(text), count(replacement.text));
}

/**
 * Returns a test for nodes inside of a match that a regular expression of the rule names: a single token, or the whole
 * text of any node if the expression says both of its ends; of the match itself only if it says each character.
 */
function createRegexTest(match: SgNode, regexes: readonly string[]): (node: SgNode) => boolean {
  if (regexes.length === 0) return () => false;
  const whole = regexes.filter((regex) => regex.startsWith("^") && regex.endsWith("$"));
  const searchOf = (some: readonly string[]) => ({
    rule: { any: some.map((regex) => ({ regex })) },
  });
  const literal = whole.filter((regex) => LITERAL.test(regex));
  return (node) => {
    const isWhole = node.id() === match.id();
    const some = isWhole ? literal : node.isLeaf() ? regexes : whole;
    return some.length > 0 && isMatch(node, searchOf(some));
  };
}

/** An expression that leaves no character open. */
const LITERAL = /^\^(?:[\w\s#/,:;=<>'"!@%&~`|-]|\\[^\w\s]|\(\?:|[()])*\$$/;

/** Returns how often the replacement has a token besides those in captures. */
function countResult(odd: OddMatch, token: string): number {
  const { code, isKept, replacement, captures, source } = odd;
  if (!isKept) return countWritten(code.written.texts, token);
  const inCaptures = captures.filter(({ fate }) => fate === "kept");
  const texts = inCaptures.map(({ start, end }) => source.slice(start, end));
  return Math.max(0, countWritten([replacement.text], token) - countWritten(texts, token));
}

function textOf({ text }: Leaf): string {
  return text;
}

function coverOf(
  span: Span,
  captures: readonly Span[],
  comments: readonly Span[],
): "whole" | "partly" | "not" {
  const isIn = ({ start, end }: Span) => start <= span.start && span.end <= end;
  if (captures.some(isIn) || comments.some(isIn)) return "whole";
  return captures.some(({ start, end }) => start < span.end && span.start < end) ? "partly" : "not";
}

/** Returns the tokens of names that the pattern has again: only their first node is a capture. */
function repeatedCode({ code, captures, source }: OddMatch): ReadonlyMap<string, number> {
  const { repeated } = code.named;
  if (repeated.length === 0) return new Map();
  const texts = repeated.flatMap((name) =>
    captures.flatMap((capture) =>
      capture.name === name ? tokensOf(source.slice(capture.start, capture.end)) : [],
    ),
  );
  return countTexts(texts);
}

/** Returns words and signs: all that may be tokens of a code that stands twice. */
function tokensOf(text: string): readonly string[] {
  return [text, ...(text.match(/[\w$]+|[^\w\s]+|[^\w\s]/g) ?? [])];
}

/** True if a result without the token may mean something else. */
function isNeeded(token: Leaf, { source, language, replacement }: OddMatch): boolean {
  if (token.text === ",") return !/^\s*[)\]}>]/.test(source.slice(token.end, token.end + 200));
  if (token.text !== ";") return true;
  const isDeleted = replacement.text.trim() === "";
  return needsTerminator({ source, language }, token, { edit: replacement, isDeleted });
}
