import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";

/** Returns the node that fills a statement, if a node of a `kind` was matched that is no statement. */
export function soleChild(node: SyntaxNode, kind: string): SyntaxNode | undefined {
  if (kind === node.type || (STATEMENT.test(kind) && STATEMENT.test(node.type))) return undefined;
  const [child, ...others] = childrenOf(node);
  const isWhole = child && child.start === node.start && child.end === node.end;
  return isWhole && others.length === 0 ? child : undefined;
}

/** Kinds of statements, in the grammars of all languages. */
export const STATEMENT = /_?(statement|declaration|definition)$/i;
