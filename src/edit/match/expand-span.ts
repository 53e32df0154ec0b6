import type { SgNode } from "@ast-grep/napi";
import type { CompiledFix, Expansion } from "../compile/compiled-op.ts";
import { isMatch } from "../engine/engine.ts";
import { countColumns } from "../engine/range-columns.ts";
import type { Span } from "../text/span.ts";
import { searchAmongBound } from "./binding-rule.ts";
import { type Bindings, spanOf } from "./bindings.ts";
import type { SiblingSearch, Side } from "./sibling-search.ts";

/** The surroundings in which an expansion searches: the match with its bindings, and the text of its file. */
interface Place {
  readonly match: SgNode;
  /** The place of the match itself. */
  readonly own: Span;
  readonly bindings: Bindings;
  readonly text: string;
  /** Of the tree of the match. */
  readonly siblings: SiblingSearch;
}

/**
 * Returns the stretch of text that a fix replaces: the matched node, and the siblings up to those that its expansions
 * find. Throws a ToolError if a name is bound to a node that cannot be searched for.
 */
export function expandSpan(fix: CompiledFix, place: Place): Span {
  if (fix.expandStart === undefined && fix.expandEnd === undefined) return place.own;
  const { start, end } = place.own;
  const first = findSibling(fix.expandStart, place, "before");
  const last = findSibling(fix.expandEnd, place, "after");
  return { start: first?.start ?? start, end: last?.end ?? end };
}

/** Finds the nearest sibling that an expansion searches for, within its `stopBy`. */
function findSibling(expansion: Expansion | undefined, place: Place, side: Side): Span | undefined {
  if (expansion === undefined) return undefined;
  const { search, stopBy, sharedNames } = expansion;
  if (stopBy === "neighbor") return findNeighbor(expansion, place, side);
  const hasBound = sharedNames.some((name) => place.bindings.node(name) !== undefined);
  if (hasBound) return findAmongBound(expansion, place, side);
  const stop = stopBy === "end" ? undefined : stopBy;
  return place.siblings.findNearest(place.match, side, { search, stop });
}

function findNeighbor(
  expansion: Expansion,
  { match, bindings, text }: Place,
  side: Side,
): Span | undefined {
  const neighbor = follow(match, side);
  if (neighbor === undefined) return undefined;
  const search = searchAmongBound(expansion, bindings, neighbor, text);
  return isMatch(neighbor, search) ? spanOf(neighbor) : undefined;
}

/** Tries one sibling after the other: with bound names the search differs at each match. */
function findAmongBound(
  expansion: Expansion,
  { match, bindings, text }: Place,
  side: Side,
): Span | undefined {
  const { stopBy } = expansion;
  const stop = typeof stopBy === "object" ? countColumns(stopBy, text) : undefined;
  let sibling = match.parent() === null ? secondChild(match, side) : follow(match, side);
  for (; sibling !== undefined; sibling = follow(sibling, side)) {
    if (isMatch(sibling, searchAmongBound(expansion, bindings, sibling, text)))
      return spanOf(sibling);
    if (stop !== undefined && isMatch(sibling, stop)) return undefined;
  }
  return undefined;
}

function follow(node: SgNode, side: Side): SgNode | undefined {
  return (side === "after" ? node.next() : node.prev()) ?? undefined;
}

/** Returns the node at which ast-grep begins at the root, which has no siblings; see {@link SiblingSearch}. */
function secondChild(root: SgNode, side: Side): SgNode | undefined {
  return side === "after" ? root.children()[1] : undefined;
}
