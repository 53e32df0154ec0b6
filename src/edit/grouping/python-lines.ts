import type { Span } from "../text/span.ts";

/** Strings, comments, brackets and line ends; a backslash before a line end joins the lines. */
const TOKENS =
  /("""|''')(?:[^\\]|\\[\s\S])*?\1|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|#.*|\\\r?\n|[()[\]{}\n]/g;

/** False if a line of an expression ends outside of all brackets: Python ends the statement there. */
export function isOnPythonLine(text: string, { start, end }: Span): boolean {
  if (!text.slice(start, end).includes("\n")) return true;
  let depth = 0;
  let lineStart = 0;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (index >= end) return true;
    if (/^[([{]$/.test(token)) depth += 1;
    else if (/^[)\]}]$/.test(token)) depth -= 1;
    else if (token === "\n") {
      const line = text.slice(lineStart, index).replace(/#.*/, "");
      if (index >= start && depth === 0 && line.trim() !== "") return false;
      lineStart = index + 1;
    }
  }
  return true;
}
