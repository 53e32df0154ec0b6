import type { TextEdit } from "../../model/edit.ts";
import { splitLines } from "../../shared/diff/split-lines.ts";
import { findLineChanges } from "./line-changes.ts";

/** Returns small edits that turn `before` into `after`: one for each stretch of lines that differs. Sorted. */
export function findTextEdits(before: string, after: string): readonly TextEdit[] {
  const [old, fresh] = [splitLines(before), splitLines(after)];
  const [oldStarts, freshStarts] = [startsOf(old), startsOf(fresh)];
  return findLineChanges(old, fresh).map((change) => {
    const start = oldStarts[change.beforeStart] ?? 0;
    const end = oldStarts[change.beforeEnd] ?? before.length;
    const text = after.slice(freshStarts[change.afterStart], freshStarts[change.afterEnd]);
    return withoutEqualEnds(before, { start, end, text });
  });
}

/** Returns the offset at which each line begins, and that at which the last one ends. */
export function startsOf(lines: readonly string[]): readonly number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length);
  return starts;
}

function withoutEqualEnds(before: string, { start, end, text }: TextEdit): TextEdit {
  const most = Math.min(end - start, text.length);
  let left = 0;
  while (left < most && before[start + left] === text[left]) left += 1;
  let right = 0;
  while (right < most - left && before[end - 1 - right] === text[text.length - 1 - right])
    right += 1;
  return { start: start + left, end: end - right, text: text.slice(left, text.length - right) };
}
