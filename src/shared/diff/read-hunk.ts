import type { Hunk, HunkLine } from "../../model/patch/hunk.ts";

/** A fault of a diff; `line` is one of the diff, from 1. */
export interface DiffFault {
  readonly line: number;
  readonly fault: string;
}

const HEAD = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** True for the head of a hunk. */
export function isHunkHead(line: string | undefined): boolean {
  return line?.startsWith("@@ -") === true && HEAD.test(line);
}

/**
 * Reads the hunk whose head is `lines[at]`, each line with its line end. `next` is the index of the line after it. A
 * hunk with other numbers of lines than its head counts is a fault.
 */
export function readHunk(
  lines: readonly string[],
  at: number,
): { readonly hunk: Hunk; readonly next: number } | DiffFault {
  const head = HEAD.exec(lines[at] ?? "");
  if (head === null) return { line: at + 1, fault: "is no head of a hunk" };
  const [, start = "", old = "1", , fresh = "1"] = head;
  let [oldLeft, freshLeft, next] = [Number(old), Number(fresh), at + 1];
  const read: HunkLine[] = [];
  while (oldLeft > 0 || freshLeft > 0) {
    const raw = lines[next];
    if (raw === undefined) return { line: at + 1, fault: "counts more lines than follow" };
    if (!raw.endsWith("\n"))
      return { line: next + 1, fault: "has no line end: the diff may be cut off there" };
    // Some programs remove the blank at the end of an empty line that stays.
    const sign = raw === "\n" || raw === "\r\n" ? " " : raw[0];
    if (sign !== " " && sign !== "+" && sign !== "-")
      return { line: next + 1, fault: "is no line of a hunk, whose head counts more lines" };
    if (sign !== "+") oldLeft -= 1;
    if (sign !== "-") freshLeft -= 1;
    if (oldLeft < 0 || freshLeft < 0)
      return { line: next + 1, fault: "is one more than the head of its hunk counts" };
    const text = raw[0] === sign ? raw.slice(1) : raw;
    const hasNoEnd = lines[next + 1]?.startsWith("\\") === true;
    read.push({ sign, text: hasNoEnd ? text.slice(0, -1) : text });
    next += hasNoEnd ? 2 : 1;
  }
  const begin = Math.max(0, Number(start) - (Number(old) === 0 ? 0 : 1));
  return { hunk: { line: at + 1, start: begin, lines: read }, next };
}
