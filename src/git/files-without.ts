import type { FilesWithout, TextQuestion } from "../model/search/text-question.ts";
import { findRepository } from "./find-repository.ts";
import { indexStampOf } from "./index/index-stamp.ts";
import type { GitFiles } from "./list-files.ts";
import { type Environment, gitIn } from "./run-git.ts";
import { splitNul } from "./split-nul.ts";

/** With fewer files, a process of git takes as long as reading them. */
const LEAST_FILES = 400;

/** With more texts, git takes longer than a search of the bytes. */
export const MOST_TEXTS = 24;

/** The most extensions of files that git is asked about. */
const MOST_EXTENSIONS = 24;

/** The part of the bytes that git reads that must be of files in question. */
const LEAST_PART = 1 / 2;

/** The bounds of a question to git. */
interface TextBounds {
  /** Git is not asked if it would read a larger file; bytes. */
  readonly mostBytes: number;
  /** Git is asked about at least so many files. Only tests set it. */
  readonly leastFiles?: number | undefined;
}

/** The settings of a question to git. */
interface TextAsk extends TextBounds {
  readonly environment?: Environment | undefined;
  readonly signal?: AbortSignal;
  /** The earlier answer of git about the files. */
  readonly known: GitFiles;
}

/** Returns the longest question, in milliseconds: a slow disk takes 100 for a megabyte. Then the files are read. */
function timeFor({ contents }: GitFiles): number {
  let bytes = 0;
  for (const { size } of contents.values()) bytes += size;
  return 1_000 + bytes / 10_000;
}

/**
 * Returns files of a question that hold none of its texts: those that git takes for unchanged, and finds nothing in.
 * Git reads the bytes of the work tree, whatever attributes say of them. A file that could be UTF-16, or an empty one,
 * is not among them; none is if it does not pay to ask. Undefined if git cannot be believed: it fails, or complains of
 * any file, or the index is no longer the one that is known.
 */
export async function listFilesWithout(
  root: string,
  question: TextQuestion,
  { known, environment, signal, ...bounds }: TextAsk,
): Promise<FilesWithout | undefined> {
  const args = argumentsOf(question, known, bounds);
  if (args === undefined) return new Set();
  let isSure = true;
  const onWarning = () => {
    isSure = false;
  };
  const git = gitIn(root, environment, { signal, time: timeFor(known), onWarning });
  try {
    const having = new Set(splitNul(await git(args).catch(noFile)));
    // Git does not look into a file that is no longer in the index.
    isSure &&= isOfIndex(root, known) && [...having].every((path) => known.indexed.has(path));
    if (!isSure) return undefined;
    const isWithout = (path: string) => {
      const hasBytes = (known.contents.get(path)?.size ?? 0) > 0;
      return hasBytes && !having.has(path) && isPlain(extensionOf(path));
    };
    return new Set(question.paths.filter(isWithout));
  } catch {
    return undefined; // Git has no such expressions, or was stopped: every file is read.
  }
}

/** Git ends with exit code 1, and says nothing, if no file has a match. */
export function noFile(error: unknown): string {
  const { code, isSilent } = error as { readonly code?: unknown; readonly isSilent?: unknown };
  if (code === 1 && isSilent === true) return "";
  throw error;
}

/** True if nobody has written to the index since the listing. */
function isOfIndex(root: string, { indexStamp }: GitFiles): boolean {
  const dotGit = findRepository(root);
  return dotGit !== undefined && indexStampOf(dotGit) === indexStamp;
}

function argumentsOf(
  { texts, paths }: TextQuestion,
  { contents }: GitFiles,
  { mostBytes, leastFiles = LEAST_FILES }: TextBounds,
): readonly string[] | undefined {
  if (texts.length > MOST_TEXTS || paths.length < leastFiles) return undefined;
  const kinds = new Set<string>();
  let [files, bytes] = [0, 0];
  for (const path of paths) {
    const content = contents.get(path);
    const kind = extensionOf(path);
    if (content === undefined || !(kinds.has(kind) || isPlain(kind))) continue;
    kinds.add(kind);
    files += 1;
    bytes += content.size;
  }
  if (files < leastFiles || kinds.size > MOST_EXTENSIONS) return undefined;
  let all = 0;
  for (const [path, { size }] of contents) {
    if (!kinds.has(extensionOf(path))) continue;
    if (size > mostBytes) return undefined;
    all += size;
  }
  if (bytes < all * LEAST_PART) return undefined;
  return [...questionFor(texts), "--", ...[...kinds].sort().map((kind) => `*.${kind}`)];
}

/**
 * Returns the question for every file that has a text in its bytes, or is UTF-16, whatever attributes and settings say.
 */
export function questionFor(texts: readonly string[]): readonly string[] {
  return [...QUESTION, "-e", [...texts.map(expressionFor), ...BYTE_ORDER_MARKS].join("|")];
}

const QUESTION = [
  ...["grep", "--files-with-matches", "-z", "--no-full-name", "--no-color"],
  ...["--no-recurse-submodules", "--no-textconv", "--text", "--perl-regexp"],
];

/** The beginnings of UTF-16, in which a text has other bytes. They are bytes only because git runs with `LC_ALL=C`. */
const BYTE_ORDER_MARKS = ["\\xff\\xfe", "\\xfe\\xff"];

/** Returns an expression for a text of ASCII. */
function expressionFor(text: string): string {
  return text.replaceAll(
    /\W/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}

/** Returns the extension of a path; "" if it has none. */
function extensionOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot === -1 ? "" : path.slice(dot + 1);
}

/** True if a pattern of git can be made of an extension. */
function isPlain(extension: string): boolean {
  return /^\w+$/.test(extension);
}
