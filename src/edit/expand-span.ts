import type { SgNode } from "@ast-grep/napi";
import { searchAmongBound } from "./binding-rule.ts";
import { type Bindings, spanOf } from "./bindings.ts";
import type { Expansion } from "./compile-expansion.ts";
import type { CompiledFix } from "./compile-fix.ts";
import { isMatch } from "./engine.ts";
import { countColumns } from "./range-columns.ts";
import type { Span } from "./template.ts";

/** Where an expansion is looked for: the match with what it bound, and the text of its file. */
interface Place {
  readonly match: SgNode;
  readonly bindings: Bindings;
  readonly text: string;
}

/**
 * How much of `text` a fix replaces: the matched node, and the siblings up to those that it looks for.
 * Throws a ToolError where a name is bound to a node that cannot be looked for.
 */
export function expandSpan(
  match: SgNode,
  fix: CompiledFix,
  bindings: Bindings,
  text: string,
): Span {
  const { start, end } = spanOf(match);
  const place = { match, bindings, text };
  const first = findSibling(fix.expandStart, place, (node) => node.prev());
  const last = findSibling(fix.expandEnd, place, (node) => node.next());
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
  expansion: Expansion | undefined,
  { match, bindings, text }: Place,
  following: (node: SgNode) => SgNode | null,
): SgNode | undefined {
  if (expansion === undefined) return undefined;
  const { stopBy } = expansion;
  const stop = typeof stopBy === "object" ? countColumns(stopBy, text) : undefined;
  for (let sibling = following(match); sibling !== null; sibling = following(sibling)) {
    if (isMatch(sibling, searchAmongBound(expansion, bindings, sibling, text))) return sibling;
    if (stopBy === "neighbor") return undefined;
    if (stop !== undefined && isMatch(sibling, stop)) return undefined;
  }
  return undefined;
}
