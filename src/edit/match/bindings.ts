import type { SgNode } from "@ast-grep/napi";
import type { Span } from "../text/span.ts";

/** The nodes that a match bound. `$A` and `$$$A` are two names. */
export interface Bindings {
  /** Returns undefined if the name was not bound. */
  readonly node: (name: string) => SgNode | undefined;
  /** Returns the nodes with the separators and comments between them; none if the name was not bound. */
  readonly nodes: (name: string) => readonly SgNode[];
}

/** Returns the nodes that a match of the engine bound. */
export function bindingsOf(match: SgNode): Bindings {
  return {
    node: (name) => match.getMatch(name) ?? undefined,
    nodes: (name) => match.getMultipleMatches(name),
  };
}

/** Adds to the bindings of a match those around it, for the names that the match did not bind. */
export function inheritBindings(own: Bindings, enclosing: Bindings): Bindings {
  return {
    node: (name) => own.node(name) ?? enclosing.node(name),
    nodes: (name) => {
      const nodes = own.nodes(name);
      return nodes.length > 0 ? nodes : enclosing.nodes(name);
    },
  };
}

/** Returns the place of a node; UTF-16 code units. `range` would make lines and columns too, at twice the cost. */
export function spanOf(node: SgNode): Span {
  const { startPos, endPos } = node.replace("");
  return { start: startPos, end: endPos };
}

/** Returns the place from the first of several nodes to the last; undefined without any. */
export function spanOfAll(nodes: readonly SgNode[]): Span | undefined {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const span = spanOf(first);
  return first === last ? span : { start: span.start, end: spanOf(last).end };
}

/** Returns the nodes of a name that is bound to one node; none if it is not bound. */
export function nodesOf(bindings: Bindings, name: string): readonly SgNode[] {
  const node = bindings.node(name);
  return node === undefined ? [] : [node];
}

/** The places of captures; undefined for a name that was not bound, or bound to no node. */
export interface CaptureSpans {
  readonly single: (name: string) => Span | undefined;
  readonly many: (name: string) => Span | undefined;
}

/** Returns the places of captures, each found once. */
export function captureSpansOf(bindings: Bindings): CaptureSpans {
  return {
    single: onceForEach((name) => spanOfAll(nodesOf(bindings, name))),
    many: onceForEach((name) => spanOfAll(bindings.nodes(name))),
  };
}

/** Remembers the places of captures: a template may name one often, and the engine makes its nodes each time. */
function onceForEach(find: (name: string) => Span | undefined): typeof find {
  const known = new Map<string, Span | undefined>();
  return (name) => {
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name);
  };
}
