import type { SgNode } from "@ast-grep/napi";
import type { WrittenMap } from "../../model/edit.ts";
import { ToolError } from "../../model/tool-error.ts";
import { type EngineSearch, kindOf } from "../engine/engine.ts";
import { countColumns } from "../engine/range-columns.ts";
import type { Bindings } from "./bindings.ts";

/** A search among nodes where some names are bound already. */
interface SharingSearch {
  readonly search: EngineSearch;
  /** The names that it binds as well. */
  readonly sharedNames: readonly string[];
}

/**
 * The search as the engine is asked for it at `near`, for that node and everything below it: it matches
 * only where a shared name means code that is equal to what it is bound to. `text` is that of the file.
 * Throws a ToolError as {@link bindingRule} does.
 */
export function searchAmongBound(
  { search: written, sharedNames }: SharingSearch,
  bindings: Bindings,
  near: SgNode,
  text: string,
): EngineSearch {
  // Only what is written counts in characters: the places of nodes are the engine's own.
  const search = countColumns(written, text);
  const bound = sharedNames.flatMap((name) => {
    const other = bindings.node(name);
    return other === undefined ? [] : [bindingRule(name, other, near)];
  });
  return bound.length === 0 ? search : { ...search, rule: { all: [...bound, search.rule] } };
}

/**
 * A rule that holds for `near` and everything below it and binds `name` to `node`, wherever in the tree
 * that is: the engine takes no bindings, but it finds any node by its range and kind. What follows in an
 * `all` then matches only where the name means equal code. Throws a ToolError for a node that has no kind
 * of its own, such as an operator.
 */
function bindingRule(name: string, node: SgNode, near: SgNode): WrittenMap {
  if (!node.isNamed()) {
    throw new ToolError(
      `\`$${name}\` is bound to \`${node.text()}\` and used again in a rewriter or an expansion, which works for named nodes only.`,
    );
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

/** The innermost node that has both somewhere below it. */
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
