import type { LineChange } from "../../shared/diff/parse-diff.ts";

/** A position of reviewdog: columns count UTF-8 bytes from 1; without a column, the whole line. */
interface RdPosition {
  readonly line: number;
  readonly column?: number | undefined;
}

/** A range of reviewdog. If neither end has a column, it is whole lines, with those of both ends. */
export interface RdRange {
  readonly start: RdPosition;
  readonly end?: RdPosition | undefined;
}

/** A text that takes the place of a range. */
export interface RdSuggestion {
  readonly range: RdRange;
  readonly text: string;
}

/**
 * Returns a change of lines as reviewdog takes it. Whole lines, which it can suggest on a pull request, have their last
 * line end in common, and an empty text removes them; other changes are ranges with columns.
 */
export function rdSuggestion({ start, removed, added }: LineChange): RdSuggestion {
  const [first, last] = [start + 1, start + removed.length];
  const text = added.join("");
  const [old, fresh] = [lineEnd(removed.at(-1) ?? ""), lineEnd(added.at(-1) ?? "")];
  if (removed.length > 0 && added.length === 0)
    return { range: { start: { line: first }, end: { line: last } }, text: "" };
  const content = text.slice(0, text.length - fresh.length);
  if (removed.length > 0 && old === fresh && content !== "")
    return { range: { start: { line: first }, end: { line: last } }, text: content };
  return { range: { start: { line: first, column: 1 }, end: endOf(start, removed) }, text };
}

/** Returns the position after lines: before the next one, or at the end of a last one without a line end. */
function endOf(start: number, removed: readonly string[]): RdPosition {
  const last = removed.at(-1);
  if (last === undefined || last.endsWith("\n"))
    return { line: start + removed.length + 1, column: 1 };
  return { line: start + removed.length, column: Buffer.byteLength(last) + 1 };
}

function lineEnd(line: string): string {
  return /\r?\n$/.exec(line)?.[0] ?? "";
}
