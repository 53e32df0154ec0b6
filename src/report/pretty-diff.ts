import type { Colors } from "picocolors/types.js";
import { type LinePart, pairLines } from "./terminal/changed-words.ts";
import { withoutMarks } from "./terminal/marks.ts";
import { terminalText } from "./terminal-text.ts";

/** A longer line of code is shown in part; UTF-16 code units. */
const LONGEST = 1000;
/** So much of a long line is shown, from shortly before its change. */
const [SHOWN, BEFORE] = [400, 60];

/** A line of a git header that tells of a change of the mode. */
const MODE = /^(?:(?:old|new) mode 100\d{3}|new file mode 100755)$/;

/**
 * Returns a unified diff in color, with the words that changed inverted, without its git header but for modes. `isPlain`
 * if it goes to a terminal that shows ASCII alone: see {@link withoutMarks}.
 */
export function prettyDiff(diff: string, colors: Colors, isPlain = false): string {
  const style = { colors, safe: isPlain ? plainText : terminalText };
  const lines = diff.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const start = Math.max(
    0,
    lines.findIndex((line) => line.startsWith("--- ")),
  );
  const shown = lines.slice(0, start).filter((line) => MODE.test(line));
  let at = start;
  while (at < lines.length && !(lines[at] ?? "").startsWith("@@")) {
    const line = style.safe(withoutEnd(lines[at] ?? ""));
    shown.push(at - start < 2 ? colors.bold(line) : line);
    at += 1;
  }
  while (at < lines.length) {
    const end = endOfChange(lines, at);
    if (end === at) shown.push(otherLine(lines[at] ?? "", style));
    else shown.push(...changeLines(lines.slice(at, end), style));
    at = Math.max(end, at + 1);
  }
  return shown.join("\n");
}

/** How the text of a diff is shown. */
interface Style {
  readonly colors: Colors;
  /** Returns the text of a stranger as the terminal may have it. */
  readonly safe: (text: string) => string;
}

function plainText(text: string): string {
  return withoutMarks(terminalText(text));
}

/** Returns the end of the removed and added lines that begin here. */
function endOfChange(lines: readonly string[], at: number): number {
  let end = at;
  for (const sign of ["-", "+"])
    while (lines[end]?.startsWith(sign) || (end > at && lines[end]?.startsWith("\\"))) end += 1;
  return end;
}

function otherLine(line: string, { colors, safe }: Style): string {
  const text = safe(longLine(withoutEnd(line), 0));
  return line.startsWith("@@") ? colors.cyan(text) : text;
}

/** Returns removed lines, then added ones, as git writes them; each pair with the words that changed. */
function changeLines(lines: readonly string[], style: Style): readonly string[] {
  const { colors, safe } = style;
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
    if (sign !== "-" && sign !== "+") return safe(line); // "\ No newline at end of file".
    const at = counts[sign]++;
    const [own, other] = sign === "-" ? [before[at], after[at]] : [after[at], before[at]];
    const parts = (sign === "-" ? partsBefore : partsAfter).get(at);
    const paint = sign === "-" ? colors.red : colors.green;
    const text = longLine(clean(own ?? ""), firstDifference(own ?? "", other ?? ""));
    return paint(sign + (parts === undefined ? safe(text) : partsText(parts, style)));
  });
}

function partsText(parts: readonly LinePart[], { colors, safe }: Style): string {
  // With nothing but new words on a line, all of it would be inverted.
  return parts
    .map(({ text, isChanged }) => (isChanged ? colors.inverse(safe(text)) : safe(text)))
    .join("");
}

function withoutEnd(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** Returns a line of code, or the part of a long one in which the change begins, and its length. */
function longLine(line: string, changeAt: number): string {
  if (line.length <= LONGEST) return line;
  const from = wholeAt(line, Math.max(0, Math.min(changeAt - BEFORE, line.length - SHOWN)));
  const end = wholeAt(line, from + SHOWN);
  const length = line.length.toLocaleString("en");
  const rest = end < line.length ? "…" : "";
  return `${from > 0 ? "…" : ""}${line.slice(from, end)}${rest} (a line of ${length} characters)`;
}

/** Returns the place, or the one before it if it is inside of a pair of surrogates. */
function wholeAt(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

function firstDifference(one: string, other: string): number {
  if (one.length <= LONGEST) return 0;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
