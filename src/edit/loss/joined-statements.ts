import type { SgNode } from "@ast-grep/napi";
import type { Replacement } from "../../model/edit.ts";
import { isComment, kindOf } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { statementEndOf } from "../language/statement-ends.ts";
import { spanOf } from "../match/bindings.ts";
import { isSoleBody } from "../match/sole-body.ts";
import type { Span } from "../text/span.ts";
import { spansWithin } from "../text/spans-within.ts";
import type { Leaf } from "./leaves.ts";
import { continuesAt } from "./terminators.ts";

/** The ends of a replacement at which its statement may become one with its neighbour. Plain data. */
export interface StatementEdges {
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** The code before is a block, which ends by itself. */
  readonly isBehindBlock: boolean;
  /** The code is the body of an `if` or a loop: without it, the next statement is. */
  readonly isBody: boolean;
  /** The code that is named if they do. */
  readonly token: Leaf;
}

/** A replacement in its tree. */
interface ReplacedStatement {
  readonly match: SgNode;
  readonly replacement: Replacement;
  /** The replacement takes the place of the match, and of nothing else. */
  readonly isWhole: boolean;
  readonly source: string;
  readonly language: Language;
}

/** The kinds of nodes with statements in them. */
const BODY = /^(program|statement_block|class_body|switch_case|switch_default)$/;

/** The kinds of statements that end with their block. */
const BLOCKS: ReadonlySet<string> = new Set(
  `if_statement for_statement for_in_statement while_statement try_statement switch_statement with_statement
  statement_block function_declaration generator_function_declaration class_declaration abstract_class_declaration
  interface_declaration enum_declaration method_definition`.split(/\s+/),
);

/**
 * Returns the ends of a replacement at which the result has to be checked: a line may go on with the statement before
 * it, or an `if` or a loop may have lost its body. Undefined if the text alone rules out both.
 */
export function statementEdgesOf(replaced: ReplacedStatement): StatementEdges | undefined {
  const { match, replacement, source, language, isWhole } = replaced;
  const { start, end } = replacement;
  const text = replacement.text.trim();
  const last = source.slice(start, end).trimEnd();
  const isBody = text === "" && isWhole && isSoleBody(match);
  if (isBody) {
    const token = { start, end, text: last };
    return { atStart: true, atEnd: true, isBehindBlock: false, isBody, token };
  }
  if (statementEndOf(language) !== "either") return undefined;
  const mayBegin = text === "" || continuesAt(text, 0);
  const mayEnd = text === "" || (/[;}]$/.test(last) && !text.endsWith(";"));
  if (!mayBegin && !mayEnd) return undefined;
  // Only a replacement that may be joined at its start asks for the statement before it.
  const span = isWhole ? replacement : spanOf(match);
  const first = mayBegin ? statementAt(match, span, "start", start) : undefined;
  const atEnd = mayEnd && (end > span.end || statementAt(match, span, "end", end) !== undefined);
  const atStart = first !== undefined;
  if (!atStart && !atEnd) return undefined;
  const at = start + last.length - 1;
  const isEnded = /[;}]$/.test(last);
  const token = isEnded
    ? { start: at, end: at + 1, text: last.slice(-1) }
    : { start, end, text: text === "" ? last : text };
  const isBehind = first !== undefined && isBehindBlock(first);
  return { atStart, atEnd, isBehindBlock: isBehind, isBody, token };
}

/** Finds the statement around a node that has a start, or an end, at a place. */
function statementAt(
  match: SgNode,
  matchSpan: Span,
  side: "start" | "end",
  place: number,
): SgNode | undefined {
  let [node, span] = [match, matchSpan];
  while (span[side] === place) {
    const parent = node.parent();
    if (parent === null) return undefined;
    if (BODY.test(kindOf(parent))) return node;
    [node, span] = [parent, spanOf(parent)];
  }
  return undefined;
}

function isBehindBlock(statement: SgNode): boolean {
  let before = statement.prev();
  while (before !== null && isComment(before)) before = before.prev();
  return before !== null && BLOCKS.has(kindOf(before));
}

/** True if a replacement with such edges became one statement with the code before or after it. */
export function isJoined(
  edges: StatementEdges,
  text: string,
  { start, end }: Span,
  comments: () => readonly Span[],
): boolean {
  const isBlank = text.slice(start, end).trim() === "";
  if (edges.isBody) return isBlank;
  const places = [...(edges.atStart ? [start] : []), ...(edges.atEnd ? [end] : [])];
  return places.some((place) => {
    const next = skipForward(text, place, comments);
    if (!continuesAt(text, next)) return false;
    const before = text.charAt(skipBack(text, place, comments) - 1);
    if (before === "}") return !(edges.isBehindBlock && (isBlank || place === start));
    return before !== "" && !/[;{:]/.test(before);
  });
}

function skipForward(text: string, from: number, comments: () => readonly Span[]): number {
  let at = from;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1;
    if (text.charAt(at) !== "/") return at;
    const [comment] = spansWithin(comments(), { start: at, end: at + 1 });
    if (comment === undefined) return at;
    at = comment.end;
  }
}

function skipBack(text: string, from: number, comments: () => readonly Span[]): number {
  let at = from;
  for (;;) {
    while (at > 0 && /\s/.test(text.charAt(at - 1))) at -= 1;
    const comment = spansWithin(comments(), { start: at - 1, end: at }).at(-1);
    if (at === 0 || comment === undefined) return at;
    at = comment.start;
  }
}
