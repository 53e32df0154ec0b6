import { shown } from "../../shared/shown.ts";

/** The lines at the end of an output that a message repeats. */
const LINES = 3;

/** Returns the last lines that are not blank, without escape sequences. */
export function lastLines(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds escape sequences
  const plain = output.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, "");
  const lines = plain.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  return lines
    .slice(-LINES)
    .map((line) => shown(line.trim()))
    .join("; ");
}
