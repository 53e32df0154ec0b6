import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Nodes } from "./equal-trees.ts";

/**
 * Returns nodes as if they had no `async` that the match had and the template does not say: `layout: keep` keeps it.
 */
export function withoutKept(fresh: Nodes, wanted: Nodes, match: readonly SyntaxNode[]): Nodes {
  const [node, ...others] = fresh;
  const [own, old] = [wanted[0], match[0]];
  if (!node || !own || !old || others.length + wanted.length + match.length > 2) return fresh;
  if (!isAsync(node) || !isAsync(old) || isAsync(own)) return fresh;
  const fields = node.fields.map((field) => {
    return { ...field, nodes: field.nodes.filter((child) => child?.type !== "async") };
  });
  return [{ ...node, value: node.value.replace("async=true", "async=false"), fields }];
}

function isAsync(node: SyntaxNode): boolean {
  return /\basync=true\b/.test(node.value) || childrenOf(node)[0]?.type === "async";
}

/** Returns a list without the comma before a variable that stands for nothing, as `layout: keep` writes it. */
export function withoutLooseComma(wanted: Nodes, isEmpty: (node: SyntaxNode) => boolean): Nodes {
  if (!/^[([{]$/.test(wanted[0]?.type ?? "")) return wanted;
  return wanted.filter((node, index) => {
    const next = wanted[index + 1];
    return node?.type !== "," || !next || !isEmpty(next);
  });
}
