import type { SgNode } from "@ast-grep/napi";
import type { WrittenMap } from "../../model/edit.ts";
import { ToolError } from "../../model/tool-error.ts";
import { type EngineSearch, kindOf } from "../engine/engine.ts";
import { countColumns } from "../engine/range-columns.ts";
import type { Bindings } from "./bindings.ts";

/** A search that may use names that are bound already. */
interface SharingSearch {
  readonly search: EngineSearch;
  /** The bound names that the search binds too. */
  readonly sharedNames: readonly string[];
}

/**
 * Returns the search for the engine at `near`, for that node and all nodes below it: it matches only if a shared name
 * means code that is equal to the code that it is bound to. `text` is that of the file. Throws a ToolError as
 * {@link bindingRule} does.
 */
export function searchAmongBound(
  { search: written, sharedNames }: SharingSearch,
  bindings: Bindings,
  near: SgNode,
  text: string,
): EngineSearch {
  // Only the written search counts in characters: the places of nodes are the engine's own.
  const search = countColumns(written, text);
  const bound = sharedNames.flatMap((name) => {
    const other = bindings.node(name);
    return other === undefined ? [] : [bindingRule(name, other, near)];
  });
  return bound.length === 0 ? search : { ...search, rule: { all: [...bound, search.rule] } };
}

/**
 * Returns a rule that holds for `near` and all nodes below it and binds `name` to `node`, anywhere in the tree: rules
 * after it in an `all` then match only equal code. The engine accepts no bindings, but finds any node by its range and
 * kind; throws a ToolError for a node without a kind of its own, such as an operator.
 */
function bindingRule(name: string, node: SgNode, near: SgNode): WrittenMap {
  if (!node.isNamed()) {
    const use = "used again in a rewriter or an expansion, which works for named nodes only";
    throw new ToolError(`\`$${name}\` is bound to \`${node.text()}\` and ${use}.`);
  }
  const target = { pattern: `$${name}`, ...placeOf(node) };
  const below = { ...target, stopBy: "end" };
  const common = commonAncestor(node, near);
  const around = common === undefined ? [] : [{ ...placeOf(common), stopBy: "end", has: below }];
  return {
    any: [target, { inside: below }, { has: below }, ...around.map((inside) => ({ inside }))],
  };
}

function placeOf(node: SgNode): WrittenMap {
  const { start, end } = node.range();
  return {
    kind: kindOf(node),
    range: {
      start: { line: start.line, column: start.column },
      end: { line: end.line, column: end.column },
    },
  };
}

/** Returns the innermost node that has both below it. */
function commonAncestor(a: SgNode, b: SgNode): SgNode | undefined {
  const above = new Set(a.ancestors().map((node) => node.id()));
  return [...b.ancestors()]
    .sort((left, right) => sizeOf(left) - sizeOf(right))
    .find((node) => above.has(node.id()));
}

function sizeOf(node: SgNode): number {
  const { start, end } = node.range();
  return end.index - start.index;
}
