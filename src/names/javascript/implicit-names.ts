import type { Extent, ImplicitName } from "../file-names.ts";
import { withOwners } from "../implicit-names.ts";
import { type EsNode, nodeAt, visitNodes } from "./es-node.ts";

/** Finds `this`, `arguments`, the `target` of `new.target` and `return`, with the functions that they are of. */
export function implicitNames(
  root: EsNode,
  isDeclared: (identifier: EsNode) => boolean,
): readonly ImplicitName[] {
  const words: (Extent & { readonly name: string })[] = [];
  const owners: Extent[] = [];
  const returns: typeof words = [];
  const functions: Extent[] = [];
  const word = (name: string, { range: [start, end] }: EsNode) => words.push({ name, start, end });
  visitNodes(root, (node) => {
    if (node.type === "ThisExpression") word("this", node);
    else if (node.type === "Identifier" && Reflect.get(node, "name") === "arguments") {
      if (!isDeclared(node)) word("arguments", node);
    } else if (node.type === "MetaProperty") {
      const property = nodeAt(node, "property");
      if (property && Reflect.get(property, "name") === "target") word("target", property);
    }
    const [start, end] = node.range;
    if (node.type === "ReturnStatement")
      returns.push({ name: "return", start, end: start + "return".length });
    if (OWNERS.test(node.type)) owners.push({ start, end });
    if (FUNCTION.test(node.type)) functions.push({ start, end });
  });
  return [
    ...withOwners(words.sort(byStart), owners.sort(byStart)),
    ...withOwners(returns.sort(byStart), functions.sort(byStart)),
  ].sort(byStart);
}

const FUNCTION = /^(?:ArrowFunctionExpression|FunctionDeclaration|FunctionExpression)$/;
const OWNERS = /^(?:FunctionDeclaration|FunctionExpression|StaticBlock|PropertyDefinition)$/;

function byStart(a: Extent, b: Extent): number {
  return a.start - b.start || b.end - a.end;
}
