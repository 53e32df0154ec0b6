const CONTEXT_LINES = 2;
const MAX_WIDTH = 160;

/**
 * Returns the lines around a place with a caret below it, as plain text. Line and column start at 1; columns count
 * UTF-16 code units. `starts` has the offset of each line, so that a thousand frames of one text take no longer than
 * their own lines.
 */
export function codeFrame(
  text: string,
  line: number,
  column: number,
  starts: readonly number[],
): string {
  const first = Math.max(1, line - CONTEXT_LINES);
  const last = Math.min(starts.length, line + 1);
  const gutter = String(last).length;
  const out: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const mark = number === line ? ">" : " ";
    const content = beginningOfLine(text, starts, number);
    out.push(`${mark} ${String(number).padStart(gutter)} | ${content}`.trimEnd());
    if (number === line && column <= MAX_WIDTH) {
      out.push(`  ${" ".repeat(gutter)} | ${" ".repeat(column - 1)}^`);
    }
  }
  return out.join("\n");
}

/** Returns the beginning of a line without its end, with spaces for tabs. */
function beginningOfLine(text: string, starts: readonly number[], line: number): string {
  const start = starts[line - 1] ?? 0;
  const end = Math.min(starts[line] ?? text.length, start + MAX_WIDTH);
  return text
    .slice(start, end)
    .replace(/\r?\n$|\r$/, "")
    .replaceAll("\t", " ");
}
