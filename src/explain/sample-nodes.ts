import type { SgNode } from "@ast-grep/napi";
import type { Span } from "../edit/text/span.ts";
import type { WrittenMap } from "../model/edit.ts";
import { findFirstMatch, findRuleMatches, type RuleContext, spanOf } from "./rule-context.ts";

/** The length from which on only some nodes of a tree are looked at: each costs the engine a call. */
const LARGE = 500_000;

const MOST_CHILDREN = 300;

/** True for a node of which only a part is looked at. */
export function isLarge(node: SgNode): boolean {
  const { start, end } = spanOf(node);
  return end - start > LARGE;
}

/** Returns nodes that a rule matches: all of them, or of a large tree the first in each of some hundred parts. */
export function sampleMatches(
  rule: WrittenMap,
  root: SgNode,
  context: RuleContext,
  asked?: Span,
): readonly SgNode[] {
  if (!isLarge(root)) return findRuleMatches(rule, root, context);
  return partsAround(root, asked).flatMap((part) => {
    if (!context.budget.spend(50)) return [];
    const first = findFirstMatch(rule, part, context);
    return first === undefined ? [] : [first];
  });
}

/** Returns the leaf at an offset. */
export function leafAt(root: SgNode, offset: number): SgNode {
  let node = root;
  for (let child = childAt(node, offset); child !== undefined; child = childAt(node, offset))
    node = node.child(child) ?? node;
  return node;
}

/** Returns the first children of a node: all of them, if it is not large. */
export function someChildren(node: SgNode): readonly SgNode[] {
  if (!isLarge(node)) return node.children();
  const found: SgNode[] = [];
  for (let at = 0; at < MOST_CHILDREN; at += 1) {
    const child = node.child(at);
    if (child === null) break;
    found.push(child);
  }
  return found;
}

/** Returns the children of the node at which a tree becomes wide, around a place or from the beginning. */
function partsAround(root: SgNode, asked: Span | undefined): readonly SgNode[] {
  let node = root;
  for (let only = node.child(0); only !== null && node.child(1) === null; only = node.child(0))
    node = only;
  const at = asked === undefined ? 0 : (childAt(node, asked.start) ?? 0);
  const from = Math.max(0, at - 5);
  const parts: SgNode[] = [];
  for (let index = from; index < from + MOST_CHILDREN; index += 1) {
    const child = node.child(index);
    if (child === null) break;
    parts.push(child);
  }
  return parts;
}

/** Returns the index of the child that holds an offset; a list of all children could have millions. */
function childAt(node: SgNode, offset: number): number | undefined {
  const endOf = (index: number) => node.child(index)?.range().end.index ?? Infinity;
  if (node.child(0) === null) return undefined;
  let high = 1;
  while (endOf(high - 1) <= offset && high < 2 ** 30) high *= 2;
  let low = 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(middle) <= offset) low = middle + 1;
    else high = middle;
  }
  const child = node.child(low);
  return child !== null && spanOf(child).start <= offset ? low : undefined;
}
