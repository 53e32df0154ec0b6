import type { SgNode } from "@ast-grep/napi";
import { ToolError } from "../../model/tool-error.ts";
import { countWhile } from "../../shared/lists/count-while.ts";
import type { Language } from "../language/language.ts";
import { kindOf, parseText } from "./engine.ts";
import { findErrorNodes } from "./error-nodes.ts";
import { nestingFault } from "./too-nested.ts";

/** Thrown for a text that the parser must not be given. */
export class TooBrokenError extends ToolError {
  override readonly name = "TooBrokenError";
}

/**
 * The length of the pieces of a long text that are parsed before all of it; UTF-16 code units. The parser takes ten
 * times as long for broken code as for other code, with ten times the memory, and nothing can stop it.
 */
const PIECE = 1 << 16;

/** The same for languages whose parsers take memory by the square of the errors: half a gigabyte for 4,096 bytes. */
const SMALL_PIECE = 1 << 10;
const SQUARE: readonly Language[] = ["c", "java", "rust"];

/** The length of the code for each error of a piece that is too broken. Pieces of real files have fewer errors. */
const LENGTH_OF_ERROR = 12;

/** The part of a text by which it must have grown until it is parsed from its beginning once more. */
const GROWTH = 1 / 8;

/** The begins and ends of texts: after a cut in the middle of one, the parser would read it as code. */
const TEXTS = [
  ["/*", "*/"],
  ["`", "`"],
  ['"""', '"""'],
  ["'''", "'''"],
  ["<!--", "-->"],
] as const;

/** Returns why a text must not be parsed, in words that follow "because it has"; undefined if it may be. */
export function tooBroken(
  text: string,
  language: Language,
  piece = pieceOf(language),
): string | undefined {
  const nesting = nestingFault(text, language);
  if (nesting !== undefined || text.length <= 2 * piece) return nesting; // A short one costs little more.
  const most = piece / LENGTH_OF_ERROR;
  let read = 0;
  for (let from = 0; from < text.length; from += piece) {
    const to = Math.min(from + piece, text.length);
    if (countErrors(text.slice(from, to), language) < most || to < read * (1 + GROWTH)) continue;
    // The piece may begin in the middle of a list or a text.
    const before = text.slice(0, to);
    const isRight = (end: string) => countErrors(before, language, from, end) < most;
    if ((from === 0 || !isRight("")) && !endsOf(before).some(isRight))
      return `too many errors in its characters ${from} to ${to}`;
    read = to;
  }
  return undefined;
}

/** Returns the ends of the texts that a text may be cut in. */
function endsOf(text: string): readonly string[] {
  return TEXTS.flatMap(([begin, end]) => {
    const last = text.lastIndexOf(begin);
    return last === -1 || (begin !== end && text.includes(end, last)) ? [] : [end];
  });
}

function pieceOf(language: Language): number {
  return SQUARE.includes(language) ? SMALL_PIECE : PIECE;
}

/** Throws a `TooBrokenError` for a text that must not be parsed. */
export function refuseTooBroken(text: string, language: Language, subject: string): void {
  const why = tooBroken(text, language);
  if (why !== undefined) throw new TooBrokenError(`${subject} has ${why}: it was not parsed`);
}

/**
 * Counts the errors that begin at an offset or after it; loose tokens in them count, too: the parser may make one error
 * of a whole text. With an `end` they are countless, unless the text is cut in the middle of a string or a comment.
 */
function countErrors(text: string, language: Language, from = 0, end = ""): number {
  const root = parseText(text + end, language);
  if (end !== "" && !isInString(root, text.length - 1)) return Number.POSITIVE_INFINITY;
  const errors = findErrorNodes(root, language);
  const begun = countWhile(errors, isBefore(from));
  return errors.reduce((sum, node) => {
    const children = node.children();
    return sum + children.slice(countWhile(children, isBefore(from))).filter(isLoose).length;
  }, errors.length - begun);
}

/** True if the smallest node around an offset is a string, a comment or the like. */
function isInString(root: SgNode, at: number): boolean {
  for (let node = root; ; ) {
    const children = node.children();
    const next = children[countWhile(children, isBefore(at + 1)) - 1];
    if (next === undefined || next.range().end.index <= at) return IN_STRING.test(kindOf(node));
    node = next;
  }
}

const IN_STRING = /comment|string|text|template/;

/** Returns the offset of a node; in a long line, the engine takes a while to tell. */
function startOf(node: SgNode): number {
  return node.range().start.index;
}

function isBefore(offset: number): (node: SgNode) => boolean {
  return (node) => startOf(node) < offset;
}

/** True for a token that is no separator: a list that is cut may have many of them in its error. */
function isLoose(node: SgNode): boolean {
  return !node.isNamed() && !node.is(",") && !node.is(";");
}
