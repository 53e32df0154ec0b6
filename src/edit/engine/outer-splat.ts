import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";

/**
 * Returns an element of a list of Python as `*` and its operand, if it begins so: for one that stands alone, the
 * grammar reads `[*a.b]` as a member of `*a`.
 */
export function withOuterSplat(node: SyntaxNode): SyntaxNode {
  const splat = splatAtStart(node);
  if (splat === undefined || splat === node) return node;
  const [star] = childrenOf(splat);
  const operand = withoutSplat(node, splat);
  const nodes = star ? [star, operand] : [operand];
  return {
    ...splat,
    end: node.end,
    value: "",
    fields: [{ name: "children", isList: true, nodes }],
  };
}

function splatAtStart(node: SyntaxNode): SyntaxNode | undefined {
  if (node.isGrouped) return undefined;
  if (node.type === "list_splat") return node;
  const [first] = childrenOf(node);
  return first?.start === node.start ? splatAtStart(first) : undefined;
}

/** Returns the node with the operand of the splat in its place. */
function withoutSplat(node: SyntaxNode, splat: SyntaxNode): SyntaxNode {
  const [first, ...others] = childrenOf(node);
  if (node === splat || first === undefined) return childrenOf(splat)[1] ?? node;
  const operand = withoutSplat(first, splat);
  const nodes = [operand, ...others];
  const fields = [{ name: "children", isList: true, nodes }];
  return { ...node, start: operand.start, value: "", fields };
}
