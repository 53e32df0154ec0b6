import type { SearchedFile } from "../../explain/op-in-files.ts";
import type { EditOp } from "../../model/edit.ts";
import { WHY_LIMITS } from "../../model/report/why-schema.ts";
import { closestName } from "../../shared/closest-name.ts";
import { type Reading, readWordsOfFiles, type WordsOfFile } from "./words-of-files.ts";
import { type WordsOfOp, wordsOfOp } from "./words-of-op.ts";

/** An op, and the files in which it could match. */
export interface OpToPlace {
  readonly op: EditOp;
  readonly isFor: (file: SearchedFile) => boolean;
}

/** A word of an op that none of its files has, and the nearest one that some have. */
export interface AbsentWord {
  readonly word: string;
  readonly meant: string | undefined;
}

/** The files of an op that are likely to have its match. */
export interface LikelyFiles {
  /** The most likely one first. */
  readonly files: readonly SearchedFile[];
  /** Empty if not all files were read. */
  readonly absent: readonly AbsentWord[];
}

/**
 * Chooses files for each op: those with its rarest words, of them those that have them most often. A word that no file
 * has stands for the nearest one.
 */
export async function findLikelyFiles(
  ops: readonly OpToPlace[],
  files: readonly SearchedFile[],
  reading: Reading,
): Promise<readonly LikelyFiles[]> {
  const words = ops.map(({ op }) => wordsOfOp(op));
  const { files: found, alike } = await readWordsOfFiles(files, words, reading);
  const possible = ops.map(({ isFor }) =>
    files.flatMap((file, at) => (isFor(file) ? [{ file, found: found[at], at }] : [])),
  );
  const names = [...alike];
  const absent = words.map((each, index) => absentWords(each, possible[index] ?? [], names));
  const meant = absent.map((each) => each.flatMap((word) => word.meant ?? []));
  const second =
    meant.flat().length === 0 || reading.budget.bytes <= 0
      ? undefined
      : await readWordsOfFiles(files, meant.map(asWords), reading);
  return ops.map((_, index) => {
    const [own = NO_WORDS, also = []] = [words[index], meant[index]];
    const all = (possible[index] ?? []).map(({ file, found: first, at }) => {
      return { file, found: first && withWords(first, second?.files[at]) };
    });
    const chosen = chooseFiles({ ...own, words: [...own.words, ...also] }, all);
    return { files: chosen, absent: absent[index] ?? [] };
  });
}

const NO_WORDS: WordsOfOp = { words: [], pieces: [] };

function asWords(words: readonly string[]): WordsOfOp {
  return { words, pieces: [] };
}

function withWords(first: WordsOfFile, second: WordsOfFile | undefined): WordsOfFile {
  if (second === undefined) return first;
  return { ...first, numbers: new Map([...first.numbers, ...second.numbers]) };
}

function absentWords(
  { words }: WordsOfOp,
  possible: readonly PossibleFile[],
  names: readonly string[],
): readonly AbsentWord[] {
  if (possible.some(({ found }) => found === undefined)) return [];
  return words
    .filter((word) => !possible.some(({ found }) => found?.numbers.has(word)))
    .map((word) => ({ word, meant: closestName(word, names, { limit: word.length > 5 ? 2 : 1 }) }));
}

/** A file in which an op could match, and its words; undefined if it was not read. */
interface PossibleFile {
  readonly file: SearchedFile;
  readonly found: WordsOfFile | undefined;
}

function chooseFiles(
  { words, pieces }: WordsOfOp,
  possible: readonly PossibleFile[],
): readonly SearchedFile[] {
  const texts = [...words, ...pieces];
  const filesWith = texts.map(
    (text) => possible.filter(({ found }) => found?.numbers.has(text)).length,
  );
  const weights = filesWith.map(
    (number, at) => (at < words.length ? 1 : 2) * weightOf(number, possible.length),
  );
  const scored = possible.flatMap(({ file, found }) => {
    if (found === undefined || found.size > WHY_LIMITS.fileText) return [];
    const numbers = texts.map((text) => found.numbers.get(text) ?? 0);
    const score = sum(numbers.map((number, at) => (number > 0 ? (weights[at] ?? 0) : 0)));
    return [{ file, score, times: sum(numbers), size: found.size }];
  });
  // Of files without any of the words the largest have the most code of other kinds.
  const likely = scored.sort(
    (a, b) =>
      b.score - a.score || b.times - a.times || (a.score > 0 ? a.size - b.size : b.size - a.size),
  );
  return likely.slice(0, WHY_LIMITS.filesOfOp).map(({ file }) => file);
}

/** A text weighs the more the fewer files have it: 1, and 1 more for each time that its files are half as many. */
function weightOf(files: number, all: number): number {
  return files === 0 ? 0 : 32 - Math.clz32(Math.floor(all / files));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
