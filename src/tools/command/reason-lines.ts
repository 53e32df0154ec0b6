import { shown } from "../../shared/shown.ts";

/** The lines of an output that a message repeats. */
const LINES = 3;

/** Words of lines that tell why a program failed. */
const REASON = /error|fatal|fail|cannot|can't|could not|unable|not found|denied|no such/i;

/**
 * Returns the lines that tell why a program failed: those with words for it, first of standard error, and otherwise
 * the last lines of all.
 */
export function reasonLines({
  tail,
  errors,
}: {
  readonly tail: string;
  readonly errors: string;
}): string {
  for (const output of [errors, tail]) {
    const told = linesOf(output).filter((line) => REASON.test(line));
    if (told.length > 0) return joined(told.slice(0, LINES));
  }
  return joined(linesOf(errors.trim() === "" ? tail : errors).slice(-LINES));
}

/** Returns the lines that are not blank, without escape sequences. */

function linesOf(output: string): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds escape sequences
  const plain = output.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, "");
  return plain.split(/[\r\n]+/).filter((line) => line.trim() !== "");
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => shown(line.trim())).join("; ");
}
