import type { Colors } from "picocolors/types.js";
import { terminalText } from "./terminal-text.ts";

/** Returns a unified diff in color, without its git header. */
export function prettyDiff(diff: string, colors: Colors): string {
  const lines = terminalText(diff).replaceAll("\r\n", "\n").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const start = lines.findIndex((line) => line.startsWith("--- "));
  return lines
    .slice(Math.max(0, start))
    .map((line, index) => (index < 2 && start >= 0 ? colors.bold(line) : colorLine(line, colors)))
    .join("\n");
}

function colorLine(line: string, colors: Colors): string {
  if (line.startsWith("@@")) return colors.cyan(line);
  if (line.startsWith("+")) return colors.green(line);
  if (line.startsWith("-")) return colors.red(line);
  return line;
}
