import { diffArrays } from "diff";

/** A diff without the lines whose white space alone changes, and the number of lines that are left. */
export interface SpacelessDiff {
  readonly diff: string;
  readonly additions: number;
  readonly deletions: number;
}

/** Above this many changes in a stretch, or lines in one, the stretch is shown as it is. */
const [MOST_EDITS, MOST_LINES] = [400, 20_000];

/**
 * Returns a diff for people in which lines that differ by white space alone are unchanged ones, as they are after the
 * change. Hunks without any other change are left out. `git apply` does not take it.
 */
export function withoutSpace(diff: string): SpacelessDiff {
  const hunks = diff.split(/^(?=@@ )/m);
  const [head = "", ...all] = diff.startsWith("@@ ") ? ["", ...hunks] : hunks;
  let [text, additions, deletions] = ["", 0, 0];
  for (const hunk of all) {
    const shown = hunkWithoutSpace(hunk);
    const added = countOf(shown, "+");
    const removed = countOf(shown, "-");
    text += shown;
    [additions, deletions] = [additions + added, deletions + removed];
  }
  return { diff: text === "" && all.length > 0 ? "" : head + text, additions, deletions };
}

function countOf(hunks: string, sign: string): number {
  return hunks.split("\n").filter((line) => line.startsWith(sign)).length;
}

function hunkWithoutSpace(hunk: string): string {
  const [head = "", ...lines] = hunk.match(/[^\n]*\n(?:\\[^\n]*(?:\n|$))?|[^\n]+$/g) ?? [];
  const shown: string[] = [];
  let [removed, added] = [[] as string[], [] as string[]];
  // A line without its end stands together with the note that says so.
  for (const line of [...lines, ""]) {
    if (line.startsWith("-")) removed.push(line);
    else if (line.startsWith("+")) added.push(line);
    else {
      shown.push(...stretchWithoutSpace(removed, added), ...(line === "" ? [] : [line]));
      [removed, added] = [[], []];
    }
  }
  return withContext(head, shown);
}

/** The lines around a change that are shown. */
const CONTEXT = 3;

/** Returns the hunks that lines make with a few unchanged lines around each change; empty without a change. */
function withContext(head: string, lines: readonly string[]): string {
  const [, before = "1", after = "1"] = /^@@ -(\d+)[^+]*\+(\d+)/.exec(head) ?? [];
  const isNear = lines.map(() => false);
  for (const [at, line] of lines.entries())
    if (!line.startsWith(" ")) isNear.fill(true, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  let [text, hunk] = ["", [] as string[]];
  let [oldLine, newLine] = [Number(before), Number(after)];
  for (const [at, line] of lines.entries()) {
    if (isNear[at]) hunk.push(line);
    if (!line.startsWith("+")) oldLine += 1;
    if (!line.startsWith("-")) newLine += 1;
    if (hunk.length === 0 || isNear[at + 1]) continue;
    const [olds, news] = ["+", "-"].map(
      (sign) => hunk.filter((one) => !one.startsWith(sign)).length,
    );
    text += `@@ -${oldLine - (olds ?? 0)},${olds} +${newLine - (news ?? 0)},${news} @@\n${hunk.join("")}`;
    hunk = [];
  }
  return text;
}

function stretchWithoutSpace(
  removed: readonly string[],
  added: readonly string[],
): readonly string[] {
  if (removed.length === 0 || added.length === 0 || removed.length + added.length > MOST_LINES)
    return [...removed, ...added];
  const [before, after] = [removed.map(wordsOf), added.map(wordsOf)];
  const parts = diffArrays(before, after, { maxEditLength: MOST_EDITS });
  if (parts === undefined) return [...removed, ...added];
  const shown: string[] = [];
  let [removedAt, addedAt] = [0, 0];
  for (const part of parts) {
    const count = part.value.length;
    if (part.removed) shown.push(...removed.slice(removedAt, removedAt + count));
    else if (part.added) shown.push(...added.slice(addedAt, addedAt + count));
    else shown.push(...added.slice(addedAt, addedAt + count).map((line) => ` ${line.slice(1)}`));
    if (!part.added) removedAt += count;
    if (!part.removed) addedAt += count;
  }
  return shown;
}

/** Returns a line without its sign, its white space, and the note that it has no end. */
function wordsOf(line: string): string {
  return line.slice(1).replace(/^\\.*/m, "").replace(/\s+/g, "");
}
