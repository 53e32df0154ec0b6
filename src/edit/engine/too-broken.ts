import type { SgNode } from "@ast-grep/napi";
import { ToolError } from "../../model/tool-error.ts";
import { countWhile } from "../../shared/lists/count-while.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Language } from "../language/language.ts";
import { kindOf, parseText } from "./engine.ts";
import { findErrorNodes } from "./error-nodes.ts";
import { mayBeNested, nestingFault } from "./too-nested.ts";

/** Thrown for a text that the parser must not be given. */
export class TooBrokenError extends ToolError {
  override readonly name = "TooBrokenError";
}

/** The bounds of the look at a long text. */
interface Check {
  /** The length of the pieces that are parsed before all of a text; UTF-16 code units. */
  readonly piece: number;
  /** The length of the code for each error of a piece that is too broken. Pieces of real files have fewer errors. */
  readonly lengthOfError: number;
  /** The part of a text by which it must have grown until it is parsed from its beginning once more. */
  readonly growth: number;
  /** The look at a part of the text before its pieces. Default: none. */
  readonly sample?: Sample;
}

/** A part of a text that is parsed at an offset that the text chooses: its pieces are parsed if it is too broken. */
interface Sample {
  /** The number of pieces that one sample stands for. */
  readonly pieces: number;
  /** UTF-16 code units. */
  readonly length: number;
}

/** Broken code takes a parser ten times as long as other code, with ten times the memory, and nothing can stop it. */
const USUAL: Check = {
  ...{ piece: 1 << 15, lengthOfError: 12, growth: 1 / 4 },
  sample: { pieces: 1, length: 1 << 11 },
};

/** Parsers that take memory and time by the length alone: most long texts are of these. */
const STEADY: Check = { ...USUAL, sample: { pieces: 4, length: 1 << 10 } };

/** Parsers that take memory by the square of the errors: half a gigabyte for 4,096 bytes with one in each third. */
const SQUARE: Check = { piece: 1 << 10, lengthOfError: 4, growth: 1 };

/** Parsers that take time by the square of the errors: 18 seconds for 16,384 bytes of Go. */
const SLOW: Check = {
  ...{ piece: 1 << 12, lengthOfError: 12, growth: 1 },
  sample: { pieces: 1, length: 1 << 9 },
};

const CHECKS: Partial<Record<Language, Check>> = {
  ...{ c: SQUARE, java: SQUARE, rust: SQUARE },
  ...{ javascript: STEADY, typescript: STEADY, tsx: STEADY },
  ...{ cpp: SLOW, csharp: SLOW, go: SLOW, kotlin: SLOW, python: SLOW, ruby: SLOW, swift: SLOW },
};

/** Broken code of these takes little more than other code, and no cut leaves a long list of data whole. */
const HARMLESS: ReadonlySet<Language> = new Set(["json"]);

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
  { piece, lengthOfError, growth, sample }: Check = CHECKS[language] ?? USUAL,
): string | undefined {
  const nesting = nestingFault(text, language);
  if (nesting !== undefined || text.length <= 2 * piece) return nesting; // A short one costs little more.
  if (HARMLESS.has(language)) return undefined;
  const most = piece / lengthOfError;
  const isRightAlone = (from: number, length: number) =>
    countErrors(text.slice(from, from + length), language) < length / lengthOfError;
  const chosen = fractionsOf(text);
  let [read, judged, cleared] = [0, 0, 0];
  for (let from = 0; from < text.length; from += piece) {
    const to = Math.min(from + piece, text.length);
    if (from < cleared || to < read * (1 + growth)) continue;
    if (sample !== undefined && from >= judged) {
      judged = Math.min(from + piece * sample.pieces, text.length);
      const at = from + Math.floor(chosen() * Math.max(0, judged - from - sample.length));
      if (isRightAlone(wordBefore(text, at), sample.length)) {
        cleared = judged;
        continue;
      }
    }
    const start = wordBefore(text, from);
    if (isRightAlone(start, to - start)) continue;
    // The piece may begin in the middle of a list or a text.
    const before = text.slice(0, to);
    const isRight = (end: string) => countErrors(before, language, from, end) < most;
    if ((from === 0 || !isRight("")) && !endsOf(before).some(isRight))
      return `too many errors in its characters ${from} to ${to}`;
    read = to;
  }
  return undefined;
}

/** Returns the same for the bytes of a text. Those of a short one are not decoded, unless it may be nested too much. */
export function tooBrokenBytes(bytes: Uint8Array, language: Language): string | undefined {
  const { piece } = CHECKS[language] ?? USUAL;
  if (bytes.length <= 2 * piece && !mayBeNested(bytes, language)) return undefined;
  const { buffer, byteOffset, length } = bytes;
  return tooBroken(Buffer.from(buffer, byteOffset, length).toString(), language);
}

/** Returns a function for numbers from 0 to below 1 that change with every change of the text: hard to write around. */
function fractionsOf(text: string): () => number {
  let digest = "";
  let at = 0;
  return () => {
    if (at % 64 === 0) digest = sha256(digest === "" ? text : digest);
    const next = Number.parseInt(digest.slice(at % 64, (at % 64) + 8), 16);
    at += 8;
    return next / 2 ** 32;
  };
}

/** Returns where the last word before an offset begins: an operator reads otherwise without its left side. */
function wordBefore(text: string, offset: number): number {
  const near = text.slice(Math.max(0, offset - LONGEST_WORD), offset);
  return offset - (/\w+\W*$/.exec(near)?.[0].length ?? 0);
}

const LONGEST_WORD = 64;

/** Returns the ends of the texts that a text may be cut in. */
function endsOf(text: string): readonly string[] {
  return TEXTS.flatMap(([begin, end]) => {
    const last = text.lastIndexOf(begin);
    return last === -1 || (begin !== end && text.includes(end, last)) ? [] : [end];
  });
}

/** The last text that may be parsed: a script of a page often is the same before and after an edit. */
let right: { readonly text: string; readonly language: Language } | undefined;

/** Throws a `TooBrokenError` for a text that must not be parsed. */
export function refuseTooBroken(text: string, language: Language, subject: string): void {
  if (right?.text === text && right.language === language) return;
  const why = tooBroken(text, language);
  if (why !== undefined) throw new TooBrokenError(`${subject} has ${why}: it was not parsed`);
  right = { text, language };
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
