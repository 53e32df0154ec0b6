import type { EditOp } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";

/** A name, a keyword or a number; every character beyond ASCII counts as a letter. */
export const WORD = /[\w\u0080-\uffff]{2,}/g;

const VARIABLES = /[\w\u0080-\uffff]*\$+\w*|\\[a-z]/gi;

/** The most words, and pieces, by which the files of an op are chosen: the longest. */
const MOST = { words: 8, pieces: 2 } as const;

/** The texts that code must have, or may have, so that an op matches in it; the longest first. */
export interface WordsOfOp {
  readonly words: readonly string[];
  /** Code of a pattern between two metavariables that has more than one word, or signs: `z.string(`. */
  readonly pieces: readonly string[];
}

/** Returns the texts of an op by which the files that are likely to match are found. */
export function wordsOfOp(op: EditOp): WordsOfOp {
  const texts = op.kind === "pattern" ? [op.pat] : op.kind === "rule" ? textsOf(op, 0) : [];
  const some = texts.slice(0, 100).map((text) => text.slice(0, 10_000));
  // The words of metavariables, those that one is a part of, and escapes in regular expressions are none.
  const words = some.flatMap((text) => text.replace(VARIABLES, " ").match(WORD) ?? []);
  const parts = some.flatMap((text) => text.split(/\$+\w*|\\[a-z]|\n/i)).map((part) => part.trim());
  return {
    words: longest(words).slice(0, MOST.words),
    pieces: longest(parts.filter((part) => /\w\W/.test(part))).slice(0, MOST.pieces),
  };
}

function longest(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** The keys of rules whose texts stand in code. */
const TEXT_KEYS: ReadonlySet<string> = new Set(["pattern", "context", "regex"]);

function textsOf(value: unknown, depth: number): readonly string[] {
  if (depth > 20) return [];
  if (Array.isArray(value)) return value.slice(0, 100).flatMap((part) => textsOf(part, depth + 1));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (TEXT_KEYS.has(key) && typeof part === "string") return [part];
    return NO_CODE.has(key) ? [] : textsOf(part, depth + 1);
  });
}

/** The keys for code that a match must not have, and for its result. */
const NO_CODE: ReadonlySet<string> = new Set(["not", "out", "transform", "rewriters"]);
