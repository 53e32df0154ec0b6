import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { isLiteralKind, MAX_DEPTH } from "../engine/literal-kinds.ts";
import type { Language } from "../language/language.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";

/** A literal whose content has several lines. */
export interface LongLiteral extends Span {
  readonly text: string;
}

/** The kinds of code inside of a literal. */
const CODE = /interpolation|substitution|expansion/;

/** The kinds of leaves that may have several lines and are no literals: white space in them does not count. */
const TEXT = /comment|jsx_text|^text$|inline|paragraph|scalar|block_continuation|^\s*$/;

/** Finds the literals of a node whose content has a line end: only those change when code moves to another column. */
export function findLongLiterals(node: SgNode, source: string): readonly LongLiteral[] {
  const found: LongLiteral[] = [];
  const visit = (each: SgNode, depth: number): void => {
    const span = spanOf(each);
    const text = source.slice(span.start, span.end);
    if (!text.includes("\n") || depth > MAX_DEPTH) return;
    const kind = kindOf(each);
    const children = each.children();
    const isLiteral = isLiteralKind(kind) || (children.length === 0 && !TEXT.test(kind));
    if (isLiteral && contentOf(text, span, children).includes("\n") && text.trim() !== "")
      found.push({ ...span, text });
    else for (const child of children) visit(child, depth + 1);
  };
  visit(node, 1);
  return found;
}

/** Returns the text of a literal without the code in it. */
function contentOf(text: string, span: Span, children: readonly SgNode[]): string {
  let content = "";
  let at = span.start;
  for (const child of children) {
    if (!CODE.test(kindOf(child))) continue;
    const { start, end } = spanOf(child);
    content += text.slice(at - span.start, start - span.start);
    at = end;
  }
  return content + text.slice(at - span.start);
}

/** The languages in which the indentation that all lines of a long literal share is no part of its value. */
const DEDENTING: ReadonlySet<Language> = new Set(["csharp", "java", "swift", "yaml"]);

/** Returns a long literal in a form that is equal for equal values. */
export function literalValue(text: string, language: Language): string {
  if (!DEDENTING.has(language)) return text;
  const [first = "", ...lines] = text.split("\n");
  const indents = lines.flatMap((line) => (line.trim() === "" ? [] : [indentOf(line)]));
  const shared = Math.min(...indents, text.length);
  return [first, ...lines.map((line) => line.slice(Math.min(shared, indentOf(line))))].join("\n");
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}
