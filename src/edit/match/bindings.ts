import type { SgNode } from "@ast-grep/napi";
import type { Span } from "../text/template.ts";

/** The nodes that a match bound. `$A` and `$$$A` are two names. */
export interface Bindings {
  /** Undefined where the name was not bound. */
  readonly node: (name: string) => SgNode | undefined;
  /** Separators and comments between the nodes are among them. Empty where nothing was bound. */
  readonly nodes: (name: string) => readonly SgNode[];
}

/** What a match of the engine bound. */
export function bindingsOf(match: SgNode): Bindings {
  return {
    node: (name) => match.getMatch(name) ?? undefined,
    nodes: (name) => match.getMultipleMatches(name),
  };
}

/** What a match bound, and for other names what was bound around it. */
export function inheritBindings(own: Bindings, enclosing: Bindings): Bindings {
  return {
    node: (name) => own.node(name) ?? enclosing.node(name),
    nodes: (name) => {
      const nodes = own.nodes(name);
      return nodes.length > 0 ? nodes : enclosing.nodes(name);
    },
  };
}

/** Where a node stands; UTF-16 code units. */
export function spanOf(node: SgNode): Span {
  const { start, end } = node.range();
  return { start: start.index, end: end.index };
}

/** From the first of several nodes to the last, or undefined where there is none. */
export function spanOfAll(nodes: readonly SgNode[]): Span | undefined {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { start: spanOf(first).start, end: spanOf(last).end };
}
