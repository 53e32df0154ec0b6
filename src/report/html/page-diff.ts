import type { PageDiff } from "../../model/page/page-file.ts";
import { PAGE_LIMITS } from "./bounds.ts";

/** The UTF-16 code units of diffs that a page still has room for. */
export interface DiffBudget {
  left: number;
}

/** Returns a diff within bounds: long lines are cut, and the lines beyond the bounds are counted. */
export function pageDiff(text: string, budget: DiffBudget): PageDiff {
  const most = Math.min(PAGE_LIMITS.diff, budget.left);
  if (text.length <= PAGE_LIMITS.line && text.length <= most) {
    budget.left -= text.length;
    return { text };
  }
  const keptLines: string[] = [];
  const cuts: (readonly [number, number])[] = [];
  let [size, from] = [0, 0];
  while (from < text.length) {
    const newline = text.indexOf("\n", from);
    const end = newline === -1 ? text.length : newline + 1;
    const isLong = end - from > PAGE_LIMITS.line;
    const line = isLong ? `${text.slice(from, from + PAGE_LIMITS.line)}\n` : text.slice(from, end);
    if (size + line.length > most) break;
    if (isLong) cuts.push([keptLines.length, end - from - line.length]);
    keptLines.push(line);
    size += line.length;
    from = end;
  }
  budget.left -= size;
  const moreLines = linesBehind(text, from);
  return {
    text: keptLines.join(""),
    ...(cuts.length === 0 ? {} : { cuts }),
    ...(moreLines === 0 ? {} : { moreLines }),
  };
}

function linesBehind(text: string, from: number): number {
  let lines = 0;
  for (let at = from; at < text.length; lines += 1) {
    const newline = text.indexOf("\n", at);
    at = newline === -1 ? text.length : newline + 1;
  }
  return lines;
}
