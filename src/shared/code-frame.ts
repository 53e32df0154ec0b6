const CONTEXT_LINES = 2;
const MAX_WIDTH = 160;

/**
 * Returns the lines around a place with a caret below it, as plain text. Line and column start at 1; columns count
 * UTF-16 code units.
 */
export function codeFrame(text: string, line: number, column: number): string {
  const lines = text.split(/\r\n|\n/);
  const first = Math.max(1, line - CONTEXT_LINES);
  const last = Math.min(lines.length, line + 1);
  const gutter = String(last).length;
  const out: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const content = (lines[number - 1] ?? "").replaceAll("\t", " ").slice(0, MAX_WIDTH);
    const mark = number === line ? ">" : " ";
    out.push(`${mark} ${String(number).padStart(gutter)} | ${content}`.trimEnd());
    if (number === line && column <= MAX_WIDTH) {
      out.push(`  ${" ".repeat(gutter)} | ${" ".repeat(column - 1)}^`);
    }
  }
  return out.join("\n");
}
