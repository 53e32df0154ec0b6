import type { TextEdit } from "../../model/edit.ts";
import { type FileMode, otherMode, PLAIN_MODE } from "../../model/patch/file-mode.ts";
import { splitLines } from "../../shared/diff/split-lines.ts";
import { type LineCounter, lineCounterOf } from "./count-lines.ts";
import { quoteGitPath } from "./git-path.ts";
import { contextLines, type Lines, writeHunks } from "./hunks.ts";
import { findLineChanges, type LineChange } from "./line-changes.ts";

/** A change of one file as a patch, and its size. */
export interface UnifiedDiff {
  /** A patch that `git apply` reads. Empty if nothing differs. */
  readonly text: string;
  /** Lines that were added. */
  readonly additions: number;
  /** Lines that were removed. */
  readonly deletions: number;
}

/**
 * Writes the change of one file as a git patch with three lines of context (A21). `path` is relative to
 * the root of the work tree, with posix separators. `before` is undefined for a new file, `after` for a
 * deleted one. Line ends, a BOM and a missing final newline are kept as they are (A23). `mode` is the one
 * that the file gets, other than its own.
 */
export function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
  mode?: FileMode,
): UnifiedDiff {
  if (before === after && mode === undefined) return { text: "", additions: 0, deletions: 0 };
  const beforeLines = splitLines(before ?? "");
  const afterLines = splitLines(after ?? "");
  const changes = findLineChanges(beforeLines, afterLines);
  const header = writeHeader(path, { before, after, mode });
  return writeDiff(header, changes, { beforeLines, afterLines, firstLine: 0 });
}

/** Does the same for sorted edits of an existing file that stays: the lines around them are split once. */
export function unifiedDiffOfEdits(
  path: string,
  before: string,
  after: string,
  edits: readonly TextEdit[],
  mode?: FileMode,
): UnifiedDiff {
  const [first, last] = [edits[0], edits.at(-1)];
  if (before === after || first === undefined || last === undefined)
    return unifiedDiff(path, before, after, mode);
  const [start, end] = [lineStart(before, first.start), lineEnd(before, last.end)];
  const [leading, old, trailing] = [
    splitLines(before.slice(0, start)),
    splitLines(before.slice(start, end)),
    splitLines(before.slice(end)),
  ];
  const fresh = splitLines(after.slice(start, after.length - (before.length - end)));
  const beforeLines = leading.concat(old, trailing);
  const afterLines = leading.concat(fresh, trailing);
  const changes = findLineChanges(beforeLines, afterLines);
  return writeDiff(writeHeader(path, { before, after, mode }), changes, {
    beforeLines,
    afterLines,
    firstLine: 0,
  });
}

/**
 * Does the same for one edit of an existing file that stays, at the cost of the lines that the edit touches. Only those
 * can differ, so that an equal line elsewhere never counts as changed.
 */
export function unifiedDiffOfEdit(
  path: string,
  before: string,
  { start, end, text }: TextEdit,
  countLines: LineCounter = lineCounterOf(before),
): UnifiedDiff {
  const [touchedStart, touchedEnd] = [lineStart(before, start), lineEnd(before, end)];
  let [windowStart, windowEnd] = [touchedStart, touchedEnd];
  for (let line = 0; line < contextLines; line += 1) {
    windowStart = lineStart(before, windowStart - 1);
    windowEnd = lineEnd(before, windowEnd);
  }
  const leading = splitLines(before.slice(windowStart, touchedStart));
  const trailing = splitLines(before.slice(touchedEnd, windowEnd));
  const old = splitLines(before.slice(touchedStart, touchedEnd));
  const fresh = splitLines(
    before.slice(touchedStart, start) + text + before.slice(end, touchedEnd),
  );
  const changes = findLineChanges(old, fresh).map((change) => ({
    beforeStart: change.beforeStart + leading.length,
    beforeEnd: change.beforeEnd + leading.length,
    afterStart: change.afterStart + leading.length,
    afterEnd: change.afterEnd + leading.length,
  }));
  return writeDiff(writeHeader(path, { before, after: text }), changes, {
    beforeLines: [...leading, ...old, ...trailing],
    afterLines: [...leading, ...fresh, ...trailing],
    firstLine: countLines(windowStart),
  });
}

/** Returns the offset at which the line of an offset begins. */
function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** Returns the offset at which the line of an offset ends, after its `\n`. */
function lineEnd(text: string, offset: number): number {
  const index = text.indexOf("\n", offset);
  return index === -1 ? text.length : index + 1;
}

function writeDiff(
  { file, texts }: Header,
  changes: readonly LineChange[],
  lines: Lines,
): UnifiedDiff {
  const hunks = writeHunks(changes, lines);
  return {
    // Only an empty file that comes or goes has no hunks; git then expects no names of texts.
    text: [...file, ...(hunks.length > 0 ? texts : []), ...hunks].join(""),
    additions: sum(changes, ({ afterStart, afterEnd }) => afterEnd - afterStart),
    deletions: sum(changes, ({ beforeStart, beforeEnd }) => beforeEnd - beforeStart),
  };
}

/** The lines of a patch before its hunks. */
interface Header {
  readonly file: readonly string[];
  /** The names of the old and the new text, which only a patch with hunks has. */
  readonly texts: readonly string[];
}

interface HeadFacts {
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly mode?: FileMode | undefined;
}

function writeHeader(path: string, { before, after, mode }: HeadFacts): Header {
  const [a, b] = [quoteGitPath(`a/${path}`), quoteGitPath(`b/${path}`)];
  const file = [`diff --git ${a} ${b}\n`];
  if (before === undefined) file.push(`new file mode ${mode ?? PLAIN_MODE}\n`);
  else if (after === undefined) file.push(`deleted file mode ${PLAIN_MODE}\n`);
  else if (mode !== undefined) file.push(`old mode ${otherMode(mode)}\n`, `new mode ${mode}\n`);
  // Git ends a name with blanks by a tab here: older readers took the text after a blank for a date.
  const tab = path.includes(" ") ? "\t" : "";
  const texts = [
    before === undefined ? "--- /dev/null\n" : `--- ${a}${tab}\n`,
    after === undefined ? "+++ /dev/null\n" : `+++ ${b}${tab}\n`,
  ];
  return { file, texts };
}

function sum(changes: readonly LineChange[], count: (change: LineChange) => number): number {
  return changes.reduce((total, change) => total + count(change), 0);
}
