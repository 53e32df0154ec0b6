import type { LineChange } from "./line-changes.ts";

/** Lines around a change. */
export const contextLines = 3;

/** The lines around changes; the first of them has the number `firstLine` in its file, from 0. */
export interface Lines {
  readonly beforeLines: readonly string[];
  readonly afterLines: readonly string[];
  readonly firstLine: number;
}

/** Writes changes with the lines around them, one text for each hunk. */
export function writeHunks(changes: readonly LineChange[], lines: Lines): readonly string[] {
  return groupChanges(changes).map((group) => writeHunk(group, lines));
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
  { beforeLines, afterLines, firstLine }: Lines,
): string {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return "";
  const leading = Math.min(contextLines, first.beforeStart);
  const trailing = Math.min(contextLines, beforeLines.length - last.beforeEnd);
  const beforeStart = first.beforeStart - leading;
  const afterStart = first.afterStart - leading;
  const beforeRange = writeRange(beforeStart + firstLine, last.beforeEnd + trailing + firstLine);
  const afterRange = writeRange(afterStart + firstLine, last.afterEnd + trailing + firstLine);
  let hunk = `@@ -${beforeRange} +${afterRange} @@\n`;
  let position = beforeStart;
  for (const change of group) {
    hunk += mark(" ", beforeLines, position, change.beforeStart);
    hunk += mark("-", beforeLines, change.beforeStart, change.beforeEnd);
    hunk += mark("+", afterLines, change.afterStart, change.afterEnd);
    position = change.beforeEnd;
  }
  return hunk + mark(" ", beforeLines, position, last.beforeEnd + trailing);
}

/** Writes a range in the head of a hunk: counted from 1; an empty range names the line before it. */
function writeRange(start: number, end: number): string {
  const length = end - start;
  if (length === 1) return `${start + 1}`;
  return `${length === 0 ? start : start + 1},${length}`;
}

/** Writes some lines with a sign before each. */
function mark(sign: string, lines: readonly string[], start: number, end: number): string {
  let text = "";
  for (let place = start; place < end; place += 1) {
    const line = lines[place] ?? "";
    text += sign + line;
    if (!line.endsWith("\n")) text += "\n\\ No newline at end of file\n";
  }
  return text;
}
