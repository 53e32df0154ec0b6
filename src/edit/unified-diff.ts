import { quoteGitPath } from "./git-path.ts";
import { findLineChanges, type LineChange } from "./line-changes.ts";

/** A change of one file as a patch, and its size. */
export interface UnifiedDiff {
  /** What `git apply` reads. Empty where nothing differs. */
  readonly text: string;
  /** Lines that were added. */
  readonly additions: number;
  /** Lines that were removed. */
  readonly deletions: number;
}

/** Lines around a change. */
const contextLines = 3;

/** The mode of a new or deleted file: this program makes ordinary files only. */
const fileMode = "100644";

/**
 * Writes the change of one file as a git patch with three lines of context (A21). `path` is relative to
 * the root of the work tree, with posix separators. `before` is undefined for a new file, `after` for a
 * deleted one. Line ends, a BOM and a missing final newline are kept as they are (A23).
 */
export function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
): UnifiedDiff {
  if (before === after) return { text: "", additions: 0, deletions: 0 };
  const beforeLines = splitLines(before ?? "");
  const afterLines = splitLines(after ?? "");
  const changes = findLineChanges(beforeLines, afterLines);
  const hunks = groupChanges(changes).map((group) => writeHunk(group, beforeLines, afterLines));
  return {
    text: [...writeHeader(path, before, after, hunks.length > 0), ...hunks].join(""),
    additions: sum(changes, ({ afterStart, afterEnd }) => afterEnd - afterStart),
    deletions: sum(changes, ({ beforeStart, beforeEnd }) => beforeEnd - beforeStart),
  };
}

/** Lines with their line ends. Only `\n` ends a line: `\r` belongs to it, as for git. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function writeHeader(
  path: string,
  before: string | undefined,
  after: string | undefined,
  hasHunks: boolean,
): readonly string[] {
  const [a, b] = [quoteGitPath(`a/${path}`), quoteGitPath(`b/${path}`)];
  const header = [`diff --git ${a} ${b}\n`];
  if (before === undefined) header.push(`new file mode ${fileMode}\n`);
  if (after === undefined) header.push(`deleted file mode ${fileMode}\n`);
  if (!hasHunks) return header; // an empty file comes or goes
  // Git ends a name with blanks by a tab here: older readers took what follows a blank for a date.
  const tab = path.includes(" ") ? "\t" : "";
  header.push(before === undefined ? "--- /dev/null\n" : `--- ${a}${tab}\n`);
  header.push(after === undefined ? "+++ /dev/null\n" : `+++ ${b}${tab}\n`);
  return header;
}

/** Puts changes whose contexts meet into one group. */
function groupChanges(changes: readonly LineChange[]): readonly (readonly LineChange[])[] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isNear = last !== undefined && change.beforeStart - last.beforeEnd <= 2 * contextLines;
    if (isNear) group?.push(change);
    else groups.push([change]);
  }
  return groups;
}

function writeHunk(
  group: readonly LineChange[],
  beforeLines: readonly string[],
  afterLines: readonly string[],
): string {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return "";
  const leading = Math.min(contextLines, first.beforeStart);
  const trailing = Math.min(contextLines, beforeLines.length - last.beforeEnd);
  const beforeStart = first.beforeStart - leading;
  const afterStart = first.afterStart - leading;
  const beforeRange = writeRange(beforeStart, last.beforeEnd + trailing);
  const afterRange = writeRange(afterStart, last.afterEnd + trailing);
  const lines: string[] = [`@@ -${beforeRange} +${afterRange} @@\n`];
  let position = beforeStart;
  for (const change of group) {
    lines.push(...mark(" ", beforeLines.slice(position, change.beforeStart)));
    lines.push(...mark("-", beforeLines.slice(change.beforeStart, change.beforeEnd)));
    lines.push(...mark("+", afterLines.slice(change.afterStart, change.afterEnd)));
    position = change.beforeEnd;
  }
  lines.push(...mark(" ", beforeLines.slice(position, last.beforeEnd + trailing)));
  return lines.join("");
}

/** A range in a hunk's head: counted from 1; an empty one names the line before it. */
function writeRange(start: number, end: number): string {
  const length = end - start;
  if (length === 1) return `${start + 1}`;
  return `${length === 0 ? start : start + 1},${length}`;
}

function mark(sign: string, lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line.endsWith("\n") ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`,
  );
}

function sum(changes: readonly LineChange[], count: (change: LineChange) => number): number {
  return changes.reduce((total, change) => total + count(change), 0);
}
