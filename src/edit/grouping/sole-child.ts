import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Span } from "../text/span.ts";

/** Returns the node that fills a statement, if a node of a `kind` was matched that is no statement. */
export function soleChild(node: SyntaxNode, kind: string): SyntaxNode | undefined {
  if (kind === node.type || (STATEMENT.test(kind) && STATEMENT.test(node.type))) return undefined;
  if (node.type === "JSXElement") return undefined; // One that closes itself is its tag.
  const [child, ...others] = childrenOf(node);
  const isWhole = child && child.start === node.start && child.end === node.end;
  return isWhole && others.length === 0 ? child : undefined;
}

/** Kinds of statements, in the grammars of all languages. */
export const STATEMENT = /_?(statement|declaration|definition)$/i;

/** True for the last statement of an edit if it goes on with the `;` that stood after the match. */
export function takesSemicolon(node: SyntaxNode, text: string, { start, end }: Span): boolean {
  const isLast = STATEMENT.test(node.type) && start <= node.start && node.start < end;
  return isLast && /^\s*;$/.test(text.slice(end, node.end));
}
