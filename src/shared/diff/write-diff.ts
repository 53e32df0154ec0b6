import { PLAIN_MODE } from "../../model/patch/file-mode.ts";
import type { NetChanges } from "./net-changes.ts";
import type { LineChange } from "./parse-diff.ts";

/** Lines around a change. */
const CONTEXT = 3;

/** Returns the hunks of changes, with the lines around them that are known. */
export function writeHunks({ changes, kept }: NetChanges): string {
  let shift = 0;
  return groupsOf(changes, kept)
    .map((group) => {
      const hunk = writeHunk(group, kept, shift);
      for (const { added, removed } of group) shift += added.length - removed.length;
      return hunk;
    })
    .join("");
}

/** The head of a diff, without the name of the file. */
interface HeadFacts {
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  /** The modes before and afterwards, if they are known. */
  readonly modes?: readonly [old: string, fresh: string] | undefined;
  readonly hunks: string;
}

/** Returns the lines before the hunks, with the names that a diff of the same file has in its first line. */
export function writeHead(diff: string, { isNew, isDeleted, modes, hunks }: HeadFacts): string {
  const git = diff.slice(0, diff.indexOf("\n") + 1);
  const [old = PLAIN_MODE, fresh = PLAIN_MODE] = modes ?? [];
  const lines = [
    ...(isNew ? [`new file mode ${fresh}\n`] : []),
    ...(isDeleted ? [`deleted file mode ${PLAIN_MODE}\n`] : []),
    ...(isNew || isDeleted || old === fresh ? [] : [`old mode ${old}\n`, `new mode ${fresh}\n`]),
  ];
  const head = git + lines.join("");
  // An empty file that comes or goes, and a change of the mode alone, have no hunks: git expects no names of texts.
  if (hunks === "") return head;
  // The two names differ in one letter only, so that each takes half of the line.
  const names = git.slice("diff --git ".length, -1);
  const middle = (names.length - 1) / 2;
  // Git ends a name with blanks by a tab: older readers took the text after a blank for a date.
  const tab = names.slice(0, middle).includes(" ") ? "\t" : "";
  const from = isNew ? "/dev/null" : names.slice(0, middle) + tab;
  const to = isDeleted ? "/dev/null" : names.slice(middle + 1) + tab;
  return `${head}--- ${from}\n+++ ${to}\n`;
}

type Kept = NetChanges["kept"];

/** Puts changes together whose contexts meet. */
function groupsOf(changes: readonly LineChange[], kept: Kept): readonly (readonly LineChange[])[] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    const end = last === undefined ? 0 : last.start + last.removed.length;
    const isNear =
      last !== undefined &&
      change.start - end <= 2 * CONTEXT &&
      linesOf(end, change.start, kept) !== undefined;
    if (isNear) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups;
}

function writeHunk(group: readonly LineChange[], kept: Kept, shift: number): string {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return "";
  let from = first.start;
  while (first.start - from < CONTEXT && kept.has(from - 1)) from -= 1;
  const changed = last.start + last.removed.length;
  let end = changed;
  while (end - changed < CONTEXT && kept.has(end)) end += 1;
  const grown = group.reduce((sum, { added, removed }) => sum + added.length - removed.length, 0);
  let text = `@@ -${range(from, end)} +${range(from + shift, end + shift + grown)} @@\n`;
  let at = from;
  for (const { start, removed, added } of group) {
    text += signed(" ", linesOf(at, start, kept) ?? []) + signed("-", removed) + signed("+", added);
    at = start + removed.length;
  }
  return text + signed(" ", linesOf(at, end, kept) ?? []);
}

/** Returns lines that stay; undefined if one of them is not known. */
function linesOf(from: number, end: number, kept: Kept): readonly string[] | undefined {
  const lines: string[] = [];
  for (let at = from; at < end; at += 1) {
    const line = kept.get(at);
    if (line === undefined) return undefined;
    lines.push(line);
  }
  return lines;
}

/** Writes a range in the head of a hunk: counted from 1; an empty range names the line before it. */
function range(start: number, end: number): string {
  const length = end - start;
  if (length === 1) return `${start + 1}`;
  return `${length === 0 ? start : start + 1},${length}`;
}

function signed(sign: string, lines: readonly string[]): string {
  return lines
    .map((line) =>
      line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`,
    )
    .join("");
}
