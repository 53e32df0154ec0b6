import type { SgNode } from "@ast-grep/napi";
import { bindingRule } from "./binding-rule.ts";
import { type Bindings, spanOf } from "./bindings.ts";
import type { CompiledFix, Expansion } from "./compile-fix.ts";
import { type EngineSearch, isMatch } from "./engine.ts";
import type { Span } from "./template.ts";

/** How much of the text a fix replaces: the matched node, and the siblings up to those that it looks for. */
export function expandSpan(match: SgNode, fix: CompiledFix, bindings: Bindings): Span {
  const { start, end } = spanOf(match);
  const first = findSibling(fix.expandStart, bindings, () => match.prevAll());
  const last = findSibling(fix.expandEnd, bindings, () => match.nextAll());
  return {
    start: first === undefined ? start : spanOf(first).start,
    end: last === undefined ? end : spanOf(last).end,
  };
}

/** The nearest sibling that an expansion is looking for, within its `stopBy`. */
function findSibling(
  expansion: Expansion | undefined,
  bindings: Bindings,
  siblingsOf: () => readonly SgNode[],
): SgNode | undefined {
  if (expansion === undefined) return undefined;
  const { stopBy } = expansion;
  const siblings = siblingsOf();
  for (const sibling of stopBy === "neighbor" ? siblings.slice(0, 1) : siblings) {
    if (isMatch(sibling, searchAt(sibling, expansion, bindings))) return sibling;
    if (typeof stopBy === "object" && isMatch(sibling, stopBy)) return undefined;
  }
  return undefined;
}

function searchAt(
  node: SgNode,
  { search, sharedNames }: Expansion,
  bindings: Bindings,
): EngineSearch {
  const bound = sharedNames.flatMap((name) => {
    const other = bindings.node(name);
    return other === undefined ? [] : [bindingRule(name, other, node)];
  });
  return bound.length === 0 ? search : { ...search, rule: { all: [...bound, search.rule] } };
}
