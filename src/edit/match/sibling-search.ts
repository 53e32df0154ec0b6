import type { SgNode } from "@ast-grep/napi";
import { countWhile } from "../../shared/lists/count-while.ts";
import { type EngineSearch, findMatches } from "../engine/engine.ts";
import { countColumns } from "../engine/range-columns.ts";
import type { Span } from "../text/span.ts";
import { spanOf } from "./bindings.ts";

/** The side of a node on which its siblings are searched. */
export type Side = "before" | "after";

/** The children of one node, in their order. Holds no node, so that the tree can be freed. */
interface Family {
  readonly ids: readonly number[];
  readonly spans: readonly Span[];
}

/**
 * Searches the siblings of many nodes of one tree. Each search runs once through the whole tree: run at each sibling of
 * each match, it would take a time that grows with the square of their number.
 */
export class SiblingSearch {
  readonly #root: SgNode;
  readonly #text: string;
  readonly #families = new Map<number, Family>();
  readonly #ids = new Map<EngineSearch, ReadonlySet<number>>();
  /** By search and parent, the rising indices of the children that the search matches. */
  readonly #places = new Map<EngineSearch, Map<number, readonly number[]>>();

  /** `text` is that of the file that has the nodes below `root`. */
  constructor(root: SgNode, text: string) {
    this.#root = root;
    this.#text = text;
  }

  /**
   * Finds the nearest sibling that a search matches, no further than to the first one that `stop` matches, inclusive.
   * As in ast-grep, the root, which has no siblings, has its own children in their place.
   */
  findNearest(
    node: SgNode,
    side: Side,
    { search, stop }: { readonly search: EngineSearch; readonly stop: EngineSearch | undefined },
  ): Span | undefined {
    const parent = node.parent() ?? node;
    const { spans } = this.#familyOf(parent);
    const own = firstBeyond(spans, spanOf(node).start);
    if (own === spans.length) return undefined;
    const nearest = (wanted: EngineSearch) => next(this.#placesOf(wanted, parent), own, side);
    const found = nearest(search);
    if (found === undefined) return undefined;
    const end = stop === undefined ? undefined : nearest(stop);
    const isBeyond = end !== undefined && (side === "after" ? found > end : found < end);
    return isBeyond ? undefined : spans[found];
  }

  #familyOf(parent: SgNode): Family {
    const id = parent.id();
    const known = this.#families.get(id);
    if (known !== undefined) return known;
    const children = parent.children();
    const family = { ids: children.map((child) => child.id()), spans: children.map(spanOf) };
    this.#families.set(id, family);
    return family;
  }

  #placesOf(search: EngineSearch, parent: SgNode): readonly number[] {
    const byParent = this.#places.get(search) ?? new Map<number, readonly number[]>();
    this.#places.set(search, byParent);
    const id = parent.id();
    const known = byParent.get(id);
    if (known !== undefined) return known;
    const matching = this.#idsOf(search);
    const places = this.#familyOf(parent).ids.flatMap((child, index) =>
      matching.has(child) ? [index] : [],
    );
    byParent.set(id, places);
    return places;
  }

  #idsOf(search: EngineSearch): ReadonlySet<number> {
    const known = this.#ids.get(search);
    if (known !== undefined) return known;
    const { rule, ...others } = countColumns(search, this.#text);
    // For a bare `has` the engine returns the node that it found below; for an `all`, the node itself.
    const matches = findMatches(this.#root, { ...others, rule: { all: [rule] } });
    const ids = new Set(matches.map((match) => match.id()));
    this.#ids.set(search, ids);
    return ids;
  }
}

/** Returns the index of the first span that ends after a place: there ast-grep begins to count siblings. */
function firstBeyond(spans: readonly Span[], place: number): number {
  return countWhile(spans, ({ end }) => end <= place);
}

/** Returns the nearest of rising indices on one side of `own`. */
function next(places: readonly number[], own: number, side: Side): number | undefined {
  if (side === "after") return places[countWhile(places, (place) => place <= own)];
  return places[countWhile(places, (place) => place < own) - 1];
}
