import type { SearchedFile } from "../../explain/op-in-files.ts";
import type { Workspace } from "../../model/workspace.ts";
import { readSearchable } from "../../tools/ast-edit/search/searchable-file.ts";
import { WORD, type WordsOfOp } from "./words-of-op.ts";

/** The means to read files. */
export interface Reading {
  readonly workspace: Pick<Workspace, "readBytes">;
  /** The bytes that may still be read. */
  readonly budget: { bytes: number };
  /** Called every few files. */
  readonly letThrough: () => Promise<void>;
}

/** The words of one file. */
export interface WordsOfFile {
  /** In bytes. */
  readonly size: number;
  /** The number of times that it has a word or a piece, if it has it at all; up to 255. */
  readonly numbers: ReadonlyMap<string, number>;
}

const YIELD_EVERY = 32;
const MOST_TIMES = 255;

/** The words of files. */
export interface WordsOfFiles {
  /** Undefined for a file that could no longer be read. */
  readonly files: readonly (WordsOfFile | undefined)[];
  /** Words of the files that begin and are as long as one that is looked for. Bounded. */
  readonly alike: ReadonlySet<string>;
}

/** Finds words and pieces in files, in one pass. */
export async function readWordsOfFiles(
  files: readonly SearchedFile[],
  ofOps: readonly WordsOfOp[],
  { workspace, budget, letThrough }: Reading,
): Promise<WordsOfFiles> {
  const words = new Set(ofOps.flatMap((each) => each.words));
  const pieces = new Map(
    ofOps.flatMap((each) => each.pieces).map((piece) => [piece, innerWords(piece)]),
  );
  const isAlike = likenessOf(words);
  const alike = new Set<string>();
  const found: (WordsOfFile | undefined)[] = [];
  for (const [index, { path }] of files.entries()) {
    if (index % YIELD_EVERY === 0) await letThrough();
    if (budget.bytes <= 0) break;
    const read = readSearchable(path, workspace);
    const { bytes } = read.kind === "bytes" ? read : { bytes: undefined };
    budget.bytes -= bytes?.length ?? 0;
    if (bytes === undefined) {
      found[index] = { size: 0, numbers: NONE }; // Empty, or no text: it has none of the words.
      continue;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    const numbers = numbersIn(text, words, pieces, (word) => {
      if (alike.size < MOST_ALIKE && isAlike(word)) alike.add(word);
    });
    found[index] = { size: bytes.length, numbers };
  }
  return { files: found, alike };
}

/** The words of a piece that are whole: one at its edge may go on in a metavariable. */
function innerWords(piece: string): readonly string[] {
  const words = piece.match(WORD) ?? [];
  return words.filter((word) => !piece.startsWith(word) && !piece.endsWith(word));
}

const MOST_ALIKE = 100_000;

/** Returns a test of the words that may be one of some words, spelled otherwise. */
function likenessOf(words: ReadonlySet<string>): (word: string) => boolean {
  const shapes = new Set(
    [...words].flatMap((word) =>
      [-2, -1, 0, 1, 2].map((more) => `${word[0]?.toLowerCase()}${word.length + more}`),
    ),
  );
  return (word) => word.length > 3 && shapes.has(`${word[0]?.toLowerCase()}${word.length}`);
}

const NONE: ReadonlyMap<string, number> = new Map();

function numbersIn(
  text: string,
  words: ReadonlySet<string>,
  pieces: ReadonlyMap<string, readonly string[]>,
  onOther: (word: string) => void,
): ReadonlyMap<string, number> {
  if (words.size === 0) return NONE;
  const numbers = new Map<string, number>();
  for (const [word] of text.matchAll(WORD))
    if (!words.has(word)) onOther(word);
    else numbers.set(word, Math.min(MOST_TIMES, (numbers.get(word) ?? 0) + 1));
  for (const [piece, own] of pieces) {
    // Those that count are words of the op, too.
    if (!own.every((word) => numbers.has(word) || !words.has(word))) continue;
    const times = timesIn(text, piece);
    if (times > 0) numbers.set(piece, times);
  }
  return numbers.size === 0 ? NONE : numbers;
}

function timesIn(text: string, piece: string): number {
  let times = 0;
  for (let at = text.indexOf(piece); at !== -1 && times < MOST_TIMES; times += 1)
    at = text.indexOf(piece, at + piece.length);
  return times;
}
