import type { Extent, ImplicitName } from "../file-names.ts";
import { withOwners } from "../implicit-names.ts";
import { type EsNode, nodeAt, visitNodes } from "./es-node.ts";

/** Finds `this`, `arguments` and the `target` of `new.target`, with the functions that give them. */
export function implicitNames(
  root: EsNode,
  isDeclared: (identifier: EsNode) => boolean,
): readonly ImplicitName[] {
  const words: (Extent & { readonly name: string })[] = [];
  const owners: Extent[] = [];
  const word = (name: string, { range: [start, end] }: EsNode) => words.push({ name, start, end });
  visitNodes(root, (node) => {
    if (node.type === "ThisExpression") word("this", node);
    else if (node.type === "Identifier" && Reflect.get(node, "name") === "arguments") {
      if (!isDeclared(node)) word("arguments", node);
    } else if (node.type === "MetaProperty") {
      const property = nodeAt(node, "property");
      if (property && Reflect.get(property, "name") === "target") word("target", property);
    }
    if (OWNERS.test(node.type)) owners.push({ start: node.range[0], end: node.range[1] });
  });
  return withOwners(words.sort(byStart), owners.sort(byStart));
}

const OWNERS = /^(?:FunctionDeclaration|FunctionExpression|StaticBlock|PropertyDefinition)$/;

function byStart(a: Extent, b: Extent): number {
  return a.start - b.start || b.end - a.end;
}
