import type { SgNode } from "@ast-grep/napi";
import { searchAmongBound } from "./binding-rule.ts";
import { type Bindings, spanOf } from "./bindings.ts";
import type { CompiledFix, Expansion } from "./compile-fix.ts";
import { isMatch } from "./engine.ts";
import type { Span } from "./template.ts";

/** How much of the text a fix replaces: the matched node, and the siblings up to those that it looks for. */
export function expandSpan(match: SgNode, fix: CompiledFix, bindings: Bindings): Span {
  const { start, end } = spanOf(match);
  const first = findSibling(match, fix.expandStart, bindings, (node) => node.prev());
  const last = findSibling(match, fix.expandEnd, bindings, (node) => node.next());
  return {
    start: first === undefined ? start : spanOf(first).start,
    end: last === undefined ? end : spanOf(last).end,
  };
}

/**
 * The nearest sibling that an expansion is looking for, within its `stopBy`. One at a time: asking for all
 * of them, at every match, would take a time that grows with the square of their number.
 */
function findSibling(
  match: SgNode,
  expansion: Expansion | undefined,
  bindings: Bindings,
  following: (node: SgNode) => SgNode | null,
): SgNode | undefined {
  if (expansion === undefined) return undefined;
  const { stopBy } = expansion;
  for (let sibling = following(match); sibling !== null; sibling = following(sibling)) {
    if (isMatch(sibling, searchAmongBound(expansion, bindings, sibling))) return sibling;
    if (stopBy === "neighbor") return undefined;
    if (typeof stopBy === "object" && isMatch(sibling, stopBy)) return undefined;
  }
  return undefined;
}
