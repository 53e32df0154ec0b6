import { countWhile } from "../lists/count-while.ts";
import type { FileDiff, LineChange } from "./parse-diff.ts";

/** The sum of several diffs of one file. */
export interface NetChanges {
  /** In the lines of the file before all of them, in its order; no two of them touch. */
  readonly changes: readonly LineChange[];
  /** Lines around the changes that stay, by their number before all diffs; from 0. */
  readonly kept: ReadonlyMap<number, string>;
}

/** A change with the place of its result in the file as it is after the diffs so far. */
interface Placed extends LineChange {
  readonly now: number;
}

/** Adds up diffs of which each begins where the one before it ended. */
export function netChanges(diffs: readonly FileDiff[]): NetChanges {
  const kept = new Map<number, string>();
  let changes: readonly LineChange[] = [];
  for (const diff of diffs) {
    const placed = place(changes);
    for (const [line, text] of diff.kept) {
      const before = originalLine(placed, line);
      if (before !== undefined) kept.set(before, text);
    }
    changes = addUp(placed, diff.changes);
  }
  const trimmed = changes.map((change) => trim(change, kept));
  return { changes: trimmed.filter(isChange), kept };
}

function place(changes: readonly LineChange[]): readonly Placed[] {
  let shift = 0;
  return changes.map((change) => {
    const now = change.start + shift;
    shift += change.added.length - change.removed.length;
    return { ...change, now };
  });
}

/** Returns the number that a line had before all changes; undefined for a line that a change made. */
function originalLine(placed: readonly Placed[], line: number): number | undefined {
  const change = placed[countWhile(placed, ({ now }) => now <= line) - 1];
  if (change === undefined) return line;
  const { start, now, added, removed } = change;
  return line < now + added.length ? undefined : line - now - added.length + start + removed.length;
}

/** Adds the changes of one diff to those before; both are in the order of the file. */
function addUp(placed: readonly Placed[], later: readonly LineChange[]): readonly LineChange[] {
  const result: LineChange[] = [];
  let [shift, next] = [0, 0]; // The lines that the changes before made more; the first one not yet taken.
  let index = 0;
  while (index < later.length || next < placed.length) {
    const [earlier, change] = [placed[next], later[index]];
    const isEarlierFirst =
      earlier !== undefined && (change === undefined || earlier.now <= change.start);
    const from = isEarlierFirst ? earlier.now : (change?.start ?? 0);
    const [firstEarlier, firstLater] = [next, index];
    let end = from;
    for (;;) {
      const [one, other] = [placed[next], later[index]];
      if (one !== undefined && one.now <= end) {
        end = Math.max(end, one.now + one.added.length);
        next += 1;
      } else if (other !== undefined && other.start <= end) {
        end = Math.max(end, other.start + other.removed.length);
        index += 1;
      } else break;
    }
    const before = placed.slice(firstEarlier, next);
    result.push(joined(before, later.slice(firstLater, index), { from, end, shift }));
    for (const { added, removed } of before) shift += added.length - removed.length;
  }
  return result;
}

/** Joins changes that touch: the lines `from` to `end` of the text between the two diffs. */
function joined(
  before: readonly Placed[],
  later: readonly LineChange[],
  { from, end, shift }: { readonly from: number; readonly end: number; readonly shift: number },
): LineChange {
  const middle: string[] = [];
  for (const { start, removed } of later)
    for (const [offset, text] of removed.entries()) middle[start - from + offset] = text;
  for (const { now, added } of before)
    for (const [offset, text] of added.entries()) middle[now - from + offset] = text;
  const line = (number: number) => middle[number - from] ?? "";
  const removed: string[] = [];
  let at = from;
  for (const change of before) {
    for (; at < change.now; at += 1) removed.push(line(at));
    for (const text of change.removed) removed.push(text);
    at = change.now + change.added.length;
  }
  for (; at < end; at += 1) removed.push(line(at));
  const added: string[] = [];
  at = from;
  for (const change of later) {
    for (; at < change.start; at += 1) added.push(line(at));
    for (const text of change.added) added.push(text);
    at = change.start + change.removed.length;
  }
  for (; at < end; at += 1) added.push(line(at));
  return { start: from - shift, removed, added };
}

/** Takes equal lines off both ends, and notes them as lines that stay. */
function trim({ start, removed, added }: LineChange, kept: Map<number, string>): LineChange {
  const most = Math.min(removed.length, added.length);
  let head = 0;
  while (head < most && removed[head] === added[head]) head += 1;
  let tail = 0;
  while (tail < most - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail += 1;
  for (const [offset, text] of removed.entries())
    if (offset < head || offset >= removed.length - tail) kept.set(start + offset, text);
  return {
    start: start + head,
    removed: removed.slice(head, removed.length - tail),
    added: added.slice(head, added.length - tail),
  };
}

function isChange({ removed, added }: LineChange): boolean {
  return removed.length > 0 || added.length > 0;
}
