import type { SgNode } from "@ast-grep/napi";
import { isComment, kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";

const LISTS = /^(?:program|statement_block)$/;

/**
 * Returns the place of the statement around a node of JavaScript, with the statements beside it: no other code has a
 * part in how the node is read. Undefined if it is in no list of statements.
 */
export function regionAround(node: SgNode): Span | undefined {
  let statement = node;
  for (let parent = node.parent(); parent !== null; parent = statement.parent()) {
    if (LISTS.test(kindOf(parent))) {
      const [before, after] = [beside(statement, "prev"), beside(statement, "next")];
      return { start: spanOf(before).start, end: spanOf(after).end };
    }
    statement = parent;
  }
  return undefined;
}

/** Returns the nearest sibling that is no comment; the node itself, if it has none. */
function beside(node: SgNode, side: "prev" | "next"): SgNode {
  for (let other = node[side](); other !== null; other = other[side]()) {
    if (!other.isNamed()) break;
    if (!isComment(other)) return other;
  }
  return node;
}
