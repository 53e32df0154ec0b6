import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Nodes } from "./equal-trees.ts";
import type { PlacedEdit } from "./placed-edit.ts";

/** The texts of two trees. */
interface Texts {
  readonly before: string;
  readonly after: string;
}

/** True if strings stand beside each other, which makes one of them, in nodes of an edit but in none of its parts. */
export function joinsStrings(
  nodes: Nodes,
  { slots, template }: PlacedEdit,
  { before, after }: Texts,
): boolean {
  const captures = Object.values(slots).map(
    ({ span, made = span && before.slice(span.start, span.end) }) => made ?? "",
  );
  const parts = [...captures, ...template.filter((part) => typeof part === "string")];
  const joins = (node: SyntaxNode): boolean => {
    if (node.type !== "concatenated_string") return childrenOf(node).some(joins);
    const text = after.slice(node.start, node.end);
    return !parts.some((part) => part.includes(text));
  };
  return nodes.some((node) => node !== null && joins(node));
}
