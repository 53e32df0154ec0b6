import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";

/** True if `?.` follows what stands in a field. */
export function isLink({ value }: SyntaxNode, field: string): boolean {
  return (field === "object" || field === "callee") && value.includes("optional=true");
}

/** Returns nodes without the mark of an optional chain around them. */
export function withoutChain(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes.flatMap((node) => (node.type === "ChainExpression" ? childrenOf(node) : [node]));
}
