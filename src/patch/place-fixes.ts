import type { TextEdit } from "../model/edit.ts";
import type { Fix } from "../model/patch/patch.ts";
import { splitLines } from "../shared/diff/split-lines.ts";
import { LineIndex } from "./line-index.ts";

/** A fix with its place in a text. */
export interface PlacedFix {
  readonly fix: Fix;
  readonly edit: TextEdit;
}

/** Places the fixes of a scanner in a text: a range outside of it, or with another text than it names, is a fault. */
export function placeFixes(
  text: string,
  fixes: readonly Fix[],
): readonly (PlacedFix | { readonly fix: Fix; readonly fault: string })[] {
  const lines = splitLines(text);
  const index = new LineIndex(lines);
  return fixes.map((fix) => {
    const { startLine, startColumn, endLine, endColumn } = fix.region;
    if (Math.min(startLine, startColumn, endLine, endColumn) < 1)
      return { fix, fault: "its range has a line or a column that is no positive integer" };
    const [start, end] = [
      offsetOf(startLine, startColumn, fix.unit, { lines, index }),
      offsetOf(endLine, endColumn, fix.unit, { lines, index }),
    ];
    if (start === undefined || end === undefined || end < start)
      return { fix, fault: `its range ${startLine}:${startColumn} is not in the file` };
    if (fix.before !== undefined && text.slice(start, end) !== fix.before)
      return { fix, fault: `line ${startLine} is not what it was for the scanner` };
    const lineEnd = lines[startLine - 1]?.endsWith("\r\n") ? "\r\n" : "\n";
    const written = lineEnd === "\n" ? fix.text : fix.text.replace(/\r?\n/g, "\r\n");
    return { fix, edit: { start, end, text: written } };
  });
}

interface Lines {
  readonly lines: readonly string[];
  readonly index: LineIndex;
}

/** Returns the offset of a line and a column, both from 1; undefined outside of the text. A BOM has no column. */
function offsetOf(
  line: number,
  column: number,
  unit: Fix["unit"],
  { lines, index }: Lines,
): number | undefined {
  // The end of the last line is also the beginning of one after it; an empty file has one line for a scanner.
  const isAfter = column === 1 || (lines.length === 0 && column === Number.POSITIVE_INFINITY);
  if (line === lines.length + 1 && isAfter) return index.startOf(line - 1);
  const text = lines[line - 1];
  if (text === undefined) return undefined;
  const content = text.replace(/\r?\n$/, "");
  const skipped = line === 1 && content.startsWith("\uFEFF") ? 1 : 0;
  const units = unitsUntil(content.slice(skipped), column - 1, unit);
  return units === undefined ? undefined : index.startOf(line - 1) + skipped + units;
}

/** Returns the UTF-16 code units of so many columns of a line; undefined if it is shorter, or a character is cut. */
function unitsUntil(line: string, columns: number, unit: Fix["unit"]): number | undefined {
  if (columns === Number.POSITIVE_INFINITY) return line.length;
  if (unit === "utf16") return columns <= line.length ? columns : undefined;
  let [units, passed] = [0, 0];
  for (const character of line) {
    if (passed >= columns) break;
    passed += unit === "byte" ? Buffer.byteLength(character) : 1;
    units += character.length;
  }
  return passed === columns ? units : undefined;
}
