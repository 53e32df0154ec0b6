import type { ASTNode } from "@marcbachmann/cel-js";

/** A variable that an expression names, and fields of it: `steps.a.output` is `["steps", "a", "output"]`. */
export interface CelReference {
  readonly path: readonly string[];
  /** Its offset in the expression; UTF-16. */
  readonly offset: number;
}

/** Returns the variables that an expression names: the longest chains only, of `steps.a.output` not also `steps.a`. */
export function referencesIn(
  nodes: readonly ASTNode[],
  variables: readonly string[],
): readonly CelReference[] {
  const inner = new Set<ASTNode>();
  return nodes.flatMap((node) => {
    const path = chainOf(node, inner);
    const isWhole = path !== undefined && !inner.has(node) && variables.includes(path[0] ?? "");
    return isWhole ? [{ path, offset: node.start }] : [];
  });
}

/** Returns the names in a chain of constant fields. The nodes of the chain are added to `inner`. */
function chainOf(node: ASTNode, inner: Set<ASTNode>): readonly string[] | undefined {
  if (node.op === "id") return [node.args];
  const field = fieldOf(node);
  if (field === undefined) return undefined;
  const above = chainOf(field.of, inner);
  if (above !== undefined) inner.add(field.of);
  return above === undefined ? undefined : [...above, field.name];
}

function fieldOf(node: ASTNode): { readonly of: ASTNode; readonly name: string } | undefined {
  if (node.op === ".") return { of: node.args[0], name: node.args[1] };
  if (node.op !== "[]" || node.args[1].op !== "value") return undefined;
  const { args: name } = node.args[1];
  return typeof name === "string" ? { of: node.args[0], name } : undefined;
}
