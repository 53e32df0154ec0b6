import type { TextRegion } from "../../model/place.ts";
import type { FileDiff } from "../../shared/diff/parse-diff.ts";
import { terminalLine } from "../terminal-text.ts";

/** Lines of a text that are known, by their number from 0. */
export type KnownLines = ReadonlyMap<number, string>;

const BOM = "\uFEFF";

/** Returns the lines that a diff knows of the text before it, and of the text after it. */
export function diffLines({ changes, kept }: Pick<FileDiff, "changes" | "kept">): {
  readonly before: KnownLines;
  readonly after: KnownLines;
} {
  const before = new Map(kept);
  const after = new Map<number, string>();
  let [shift, next] = [0, 0];
  for (const [line, text] of [...kept].sort(([a], [b]) => a - b)) {
    for (let change = changes[next]; change !== undefined && change.start <= line; ) {
      shift += change.added.length - change.removed.length;
      next += 1;
      change = changes[next];
    }
    after.set(line + shift, text);
  }
  shift = 0;
  for (const { start, removed, added } of changes) {
    for (const [offset, text] of removed.entries()) before.set(start + offset, text);
    for (const [offset, text] of added.entries()) after.set(start + shift + offset, text);
    shift += added.length - removed.length;
  }
  return { before, after };
}

/** Returns columns of a region as counts of UTF-8 bytes from 1; undefined if a line is not known. */
export function byteColumns(
  lines: KnownLines,
  { startLine, startColumn, endLine, endColumn }: TextRegion,
): { readonly start: number; readonly end: number } | undefined {
  const start = byteColumn(lines, startLine, startColumn);
  const end = byteColumn(lines, endLine, endColumn);
  return start === undefined || end === undefined ? undefined : { start, end };
}

function byteColumn(lines: KnownLines, number: number, column: number): number | undefined {
  const line = lines.get(number - 1);
  // Only the first line may have a byte order mark before its first column.
  if (line === undefined) return column === 1 && number > 1 ? 1 : undefined;
  return Buffer.byteLength(line.slice(0, unitsBefore(line, { number, column }))) + 1;
}

/**
 * Returns how many code units of a line stand before a column. A byte order mark has no column, and belongs to no
 * replacement; elsewhere than in the first line the same character is one as any other.
 */
function unitsBefore(
  line: string,
  { number, column }: { readonly number: number; readonly column: number },
): number {
  return column - 1 + (number === 1 && line.startsWith(BOM) ? 1 : 0);
}

/** The UTF-16 code units of an excerpt. */
const EXCERPT = 80;

/** Returns the beginning of the text of a region in one line, safe to print; undefined if it is not known. */
export function excerptOf(
  lines: KnownLines,
  { startLine, startColumn, endLine, endColumn }: TextRegion,
): string | undefined {
  const first = lines.get(startLine - 1);
  const isEmpty = startLine === endLine && startColumn === endColumn;
  if (isEmpty) return "";
  if (first === undefined) return undefined;
  const units = (column: number) => unitsBefore(first, { number: startLine, column });
  const start = units(startColumn);
  const stop = startLine === endLine ? units(endColumn) : first.length;
  const text = first.slice(start, Math.min(stop, start + EXCERPT)).replace(/\r?\n$/, "");
  const isCut =
    stop - start > EXCERPT ||
    (endLine > startLine && !(endLine === startLine + 1 && endColumn === 1));
  return `${terminalLine(text)}${isCut ? "…" : ""}`;
}
