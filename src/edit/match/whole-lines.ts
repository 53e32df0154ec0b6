import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { isLiteralKind } from "../engine/literal-kinds.ts";
import type { Span } from "../text/span.ts";
import { spanOf } from "./bindings.ts";
import { isSoleBody } from "./sole-body.ts";
import { separatesStatements } from "./statement-break.ts";

/** A `;` or `,` after an edit, and the end of its line. */
const REST = /[ \t]*([;,]?)[ \t]*(?:\r?\n|$)/y;
const BLANK = /^[ \t\uFEFF]*$/;

/** The place of a match, and the stretch of text that its edit replaces. */
export interface EditPlace {
  readonly own: Span;
  readonly span: Span;
  readonly text: string;
}

/**
 * Returns the whole lines of an edit with their line end, if nothing else stands on them but a `;` or a `,` that ends
 * the statement or list element; otherwise the stretch itself. A comment is something else, and what takes the next
 * statement instead, such as an `if`, keeps its line, and so does a `;` without which its neighbours would be one.
 */
export function wholeLines(match: SgNode, { own, span, text }: EditPlace): Span {
  const lineStart = text.lastIndexOf("\n", span.start - 1) + 1;
  const start = lineStart === 0 && text.startsWith("\uFEFF") ? 1 : lineStart;
  if (span.start === span.end || !BLANK.test(text.slice(start, span.start))) return span;
  const parent = match.parent();
  if (parent !== null && isLiteralKind(kindOf(parent))) return span;
  // A match that ends with its line end, as in Markdown, has its whole lines already.
  if (text[span.end - 1] === "\n") return { start, end: span.end };
  REST.lastIndex = span.end;
  const [, terminator = ""] = REST.exec(text) ?? ["", "none"];
  if (terminator === "none") return span;
  const end = REST.lastIndex;
  const isExpanded = own.start !== span.start || own.end !== span.end;
  if (isExpanded) return terminator === "" ? { start, end } : span;
  if (terminator === "" && isPart(match)) return span;
  const at = text.indexOf(terminator, span.end);
  if (terminator !== "" && !endsWith(match, own, { start: at, end: at + 1 })) return span;
  if (terminator === ";" && separatesStatements(statementOf(match))) return span;
  return isSoleBody(match, at + terminator.length) ? span : { start, end };
}

/** True if a token ends the statement of a node, or separates the node from the next one. */
function endsWith(match: SgNode, own: Span, token: Span): boolean {
  for (let node = match; ; ) {
    const next = node.next();
    if (next !== null && isAt(spanOf(next), token)) return true;
    const parent = node.parent();
    if (parent === null) return false;
    const span = spanOf(parent);
    if (span.start !== own.start) return false;
    if (span.end === token.end) return true;
    if (span.end !== own.end) return false;
    node = parent;
  }
}

/** Code that is not complete without each of its parts. */
const WHOLE =
  /(_expression|_operator|_declarator|^pair|^call|^attribute|^subscript|^assignment|^arrow_function|^(return|throw)_statement)$/;

/** True if a match is a part of a larger expression, such as the `a()` of `a()\n.b()`. */
function isPart(match: SgNode): boolean {
  const { start, end } = spanOf(match);
  for (let parent = match.parent(); parent !== null; parent = parent.parent()) {
    const span = spanOf(parent);
    if (span.start !== start || span.end !== end) return WHOLE.test(kindOf(parent));
  }
  return false;
}

/** The outermost node that begins where a node does, below its block or file. */
function statementOf(match: SgNode): SgNode {
  const { start } = spanOf(match);
  let node = match;
  for (let parent = node.parent(); parent !== null; parent = parent.parent()) {
    if (spanOf(parent).start !== start || parent.parent() === null) return node;
    node = parent;
  }
  return node;
}

function isAt(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}
