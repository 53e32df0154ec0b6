import type { Colors } from "picocolors/types.js";
import { type LinePart, pairLines } from "./terminal/changed-words.ts";
import { terminalText } from "./terminal-text.ts";

/** A longer line of code is shown in part; UTF-16 code units. */
const LONGEST = 1000;
/** So much of a long line is shown, from shortly before its change. */
const [SHOWN, BEFORE] = [400, 60];

/** Returns a unified diff in color, with the words that changed inverted, without its git header. */
export function prettyDiff(diff: string, colors: Colors): string {
  const lines = diff.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const start = Math.max(
    0,
    lines.findIndex((line) => line.startsWith("--- ")),
  );
  const shown: string[] = [];
  let at = start;
  while (at < lines.length && !(lines[at] ?? "").startsWith("@@")) {
    const line = terminalText(withoutEnd(lines[at] ?? ""));
    shown.push(at - start < 2 ? colors.bold(line) : line);
    at += 1;
  }
  while (at < lines.length) {
    const end = endOfChange(lines, at);
    if (end === at) shown.push(otherLine(lines[at] ?? "", colors));
    else shown.push(...changeLines(lines.slice(at, end), colors));
    at = Math.max(end, at + 1);
  }
  return shown.join("\n");
}

/** Returns the end of the removed and added lines that begin here. */
function endOfChange(lines: readonly string[], at: number): number {
  let end = at;
  for (const sign of ["-", "+"])
    while (lines[end]?.startsWith(sign) || (end > at && lines[end]?.startsWith("\\"))) end += 1;
  return end;
}

function otherLine(line: string, colors: Colors): string {
  const text = terminalText(longLine(withoutEnd(line), 0));
  return line.startsWith("@@") ? colors.cyan(text) : text;
}

/** Returns removed lines, then added ones, as git writes them; each pair with the words that changed. */
function changeLines(lines: readonly string[], colors: Colors): readonly string[] {
  const [removed, added] = ["-", "+"].map((sign) => lines.filter((line) => line.startsWith(sign)));
  const [before, after] = [removed ?? [], added ?? []].map((all) =>
    all.map((line) => line.slice(1)),
  ) as [string[], string[]]; // Of two lists.
  const isEnd = (text: string) => text.endsWith("\r");
  // A line end that changes is shown; others are not.
  const hasEnds = before.some(isEnd) !== after.some(isEnd) && before.length * after.length > 0;
  const clean = hasEnds ? (text: string) => text : withoutEnd;
  const pairs = pairLines(before.map(clean), after.map(clean));
  const [partsBefore, partsAfter] = [new Map(), new Map<number, readonly LinePart[]>()];
  for (const [at, { index, words }] of pairs) {
    partsBefore.set(at, words.removed);
    partsAfter.set(index, words.added);
  }
  const counts = { "-": 0, "+": 0 };
  return lines.map((line) => {
    const sign = line[0];
    if (sign !== "-" && sign !== "+") return terminalText(line); // "\ No newline at end of file".
    const at = counts[sign]++;
    const [own, other] = sign === "-" ? [before[at], after[at]] : [after[at], before[at]];
    const parts = (sign === "-" ? partsBefore : partsAfter).get(at);
    const paint = sign === "-" ? colors.red : colors.green;
    const text = longLine(clean(own ?? ""), firstDifference(own ?? "", other ?? ""));
    return paint(sign + (parts === undefined ? terminalText(text) : partsText(parts, colors)));
  });
}

function partsText(parts: readonly LinePart[], colors: Colors): string {
  // With nothing but new words on a line, all of it would be inverted.
  return parts
    .map(({ text, isChanged }) =>
      isChanged ? colors.inverse(terminalText(text)) : terminalText(text),
    )
    .join("");
}

function withoutEnd(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** Returns a line of code, or the part of a long one in which the change begins, and its length. */
function longLine(line: string, changeAt: number): string {
  if (line.length <= LONGEST) return line;
  const from = Math.max(0, Math.min(changeAt - BEFORE, line.length - SHOWN));
  const length = line.length.toLocaleString("en");
  const rest = from + SHOWN < line.length ? "…" : "";
  return `${from > 0 ? "…" : ""}${line.slice(from, from + SHOWN)}${rest} (a line of ${length} characters)`;
}

function firstDifference(one: string, other: string): number {
  if (one.length <= LONGEST) return 0;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
