import type { Colors } from "picocolors/types.js";
import type { Excerpt, NearestNode } from "../../model/search/match-explanation.ts";
import { terminalLine } from "../terminal-text.ts";

/** Returns a line of code with its number, and a caret below the mark. */
export function excerptLines(
  { line, text, mark }: Excerpt,
  indent: string,
  colors: Colors,
): readonly string[] {
  return marked(text, mark, `${indent}${line} | `, colors);
}

/** Returns the nearest node: the difference, the code, and the pattern, both with a caret. */
export function nearestLines(
  { message, hint, part, found, wanted }: Omit<NearestNode, "kind">,
  colors: Colors,
  place = `line ${found.line}`,
): readonly string[] {
  const where = part === undefined ? "" : ` (${terminalLine(part)})`;
  return [
    `    nearest, ${place}${where}: ${terminalLine(message)}`,
    ...excerptLines(found, "      ", colors),
    ...(wanted === undefined ? [] : marked(wanted.text, wanted.mark, "      pattern | ", colors)),
    ...(hint === undefined ? [] : [`      hint: ${terminalLine(hint)}`]),
  ];
}

function marked(
  text: string,
  { start, length }: Excerpt["mark"],
  head: string,
  colors: Colors,
): readonly string[] {
  // Characters that a terminal obeys get longer when they are shown: the caret moves with them.
  const before = terminalLine(text.slice(0, start)).replace(/\S/gu, " ");
  const carets = "^".repeat(Math.max(1, terminalLine(text.slice(start, start + length)).length));
  return [
    `${colors.dim(head)}${terminalLine(text)}`,
    `${" ".repeat(head.length)}${before}${colors.yellow(carets)}`,
  ];
}
