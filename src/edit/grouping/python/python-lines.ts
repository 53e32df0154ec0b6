import { childrenOf, type SyntaxNode } from "../../../syntax/syntax-node.ts";
import type { Span } from "../../text/span.ts";

/** Strings, comments, brackets and line ends; a backslash before a line end joins the lines. */
const TOKENS =
  /("""|''')(?:[^\\]|\\[\s\S])*?\1|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|#.*|\\\r?\n|[()[\]{}\n]/g;

/** False if a line of code ends where Python ends the statement: outside of all brackets, and not after a statement. */
export function isOnPythonLine(
  text: string,
  expression: Span,
  statements?: readonly SyntaxNode[],
): boolean {
  return statements === undefined ? isOnOneLine(text, expression) : haveOwnLines(text, statements);
}

/** Nodes that may have lines of their own. */
const OF_LINES =
  /_statement$|_definition$|^(?:block|decorator|(?:elif|else|except|finally|case)_clause)$/;

/** True if each statement, and each head of a block, is on one line. */
function haveOwnLines(text: string, nodes: readonly SyntaxNode[]): boolean {
  let head: SyntaxNode[] = [];
  const lines = [head];
  for (const node of nodes) {
    if (!OF_LINES.test(node.type)) {
      head.push(node);
      continue;
    }
    const children = childrenOf(node);
    if (!children.some(({ type }) => OF_LINES.test(type))) lines.push([node]);
    else if (!haveOwnLines(text, children)) return false;
    head = [];
    lines.push(head);
  }
  return lines.every((line) => {
    const code = text.slice(line[0]?.start, line.at(-1)?.end);
    return line.length === 0 || isOnOneLine(code, { start: 0, end: code.length });
  });
}

/** False if a line of an expression ends outside of all brackets: Python ends the statement there. */
function isOnOneLine(text: string, { start, end }: Span): boolean {
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

/** Code with brackets of its own. */
const BRACKETED =
  /^(?:argument_list|list|set|dictionary|string|\w+_comprehension|generator_expression|subscript)$/;

/** True for code with a lambda outside of all brackets: its `:` would be the end of an interpolation. */
export function takesColon(node: SyntaxNode): boolean {
  if (node.isGrouped || BRACKETED.test(node.type)) return false;
  return node.type === "lambda" || childrenOf(node).some(takesColon);
}

/** True if the code inside of a formatted string has none of its quotes, no backslash and no comment (before 3.12). */
export function isSoundString(node: SyntaxNode, text: string): boolean {
  const parts = childrenOf(node);
  const quote = /(["'])\1*$/.exec(parts[0]?.value ?? "")?.[0];
  if (quote === undefined) return true;
  return parts.every(({ type, start, end }) => {
    if (type !== "interpolation") return true;
    const code = text.slice(start, end);
    return (
      !code.includes(quote) && !/[\\#]/.test(code) && (quote.length > 1 || !code.includes("\n"))
    );
  });
}
