import type { SgNode } from "@ast-grep/napi";
import { findMatches, kindOf } from "../edit/engine/engine.ts";
import type { Language } from "../edit/language/language.ts";
import type { Span } from "../edit/text/span.ts";
import { closestName } from "../shared/closest-name.ts";
import { escapeRegex } from "../shared/regex/escape-regex.ts";
import type { ExplainBudget } from "./explain-budget.ts";
import { type Comparison, compare } from "./first-difference.ts";
import type { PatternShape, ShapedPattern } from "./pattern-shape.ts";
import { isLarge, leafAt, sampleMatches } from "./sample-nodes.ts";

/** A node that a pattern nearly matches. */
export interface NearNode extends Comparison {
  readonly node: SgNode;
}

/** The nodes that are looked at. */
export interface NodeSearch {
  readonly root: SgNode;
  readonly budget: ExplainBudget;
  readonly language: Language;
  /** The text in which the offsets of the tree count. */
  readonly source: string;
  /** The line that is asked about. */
  readonly asked?: Span | undefined;
  /** Only nodes for which this is true. Default: all. */
  readonly isMeant?: ((node: SgNode) => boolean) | undefined;
}

/** The most nodes that are compared because they have a text of the pattern, and because of their kind alone. */
const MOST_BY_TEXT = 500;
const MOST_BY_KIND = 3000;

/**
 * Finds the node that comes nearest to a match: of those with a text of the pattern, and of those of its kind. The one
 * with the most fitting parts counts, of equal ones the first in the file.
 */
export function nearestTo(pattern: ShapedPattern, search: NodeSearch): NearNode | undefined {
  let nearest: NearNode | undefined;
  const seen = new Set<number>();
  const { strictness, shape } = pattern;
  for (const node of candidatesOf(shape, search)) {
    if (seen.has(node.id()) || !search.budget.spend()) continue;
    seen.add(node.id());
    const compared = compare(shape, node, strictness, search.budget);
    if (compared.difference === undefined) continue;
    const isOther = compared.difference.kind === "kind" && compared.difference.wanted === shape;
    const texts = isOther ? textsBelow(shape, node) : compared.texts;
    const found = { node, ...compared, texts };
    if (nearest === undefined || isNearer(found, nearest)) nearest = found;
  }
  return nearest;
}

const LONG = 2000;

/** Counts the texts of a pattern in a node of another kind: a little less than if the kind fitted. */
function textsBelow(shape: PatternShape, node: SgNode): number {
  const { start, end } = node.range();
  if (end.index - start.index > LONG) return 0;
  const code = node.text();
  const number = namedTexts(shape, 0).filter(({ text }) => code.includes(text)).length;
  return number < 2 ? 0 : number - 0.5;
}

function isNearer(one: Comparison, other: Comparison): boolean {
  if (one.texts !== other.texts) return one.texts > other.texts;
  const [isOneAlike, isOtherAlike] = [isAlike(one), isAlike(other)];
  if (isOneAlike !== isOtherAlike) return isOneAlike;
  return one.fitting > other.fitting;
}

/** True if the code has another spelling of what the pattern has. */
function isAlike({ difference }: Comparison): boolean {
  if (difference?.kind !== "text" || difference.wanted?.kind !== "leaf") return false;
  const { text } = difference.wanted;
  const { start, end } = difference.at;
  if (text.length < 4 || Math.abs(end - start - text.length) > 3) return false;
  return closestName(text, [difference.found.text()], { limit: 2 }) !== undefined;
}

function* candidatesOf(shape: PatternShape, search: NodeSearch): Generator<SgNode> {
  const { isMeant = () => true } = search;
  for (const node of nodesWithText(shape, search)) if (isMeant(node)) yield node;
  if (shape.nodeKind === "ERROR") return;
  let number = 0;
  const { root, budget, source, language, asked } = search;
  const context = { root, budget, utils: {}, language, source };
  for (const node of sampleMatches({ kind: shape.nodeKind }, root, context, asked)) {
    if (number >= MOST_BY_KIND || search.budget.isSpent) return;
    if (!isMeant(node)) continue;
    number += 1;
    yield node;
  }
}

/** Finds the nodes that have a text of the pattern at the depth at which the pattern has it. */
function* nodesWithText(shape: PatternShape, search: NodeSearch): Generator<SgNode> {
  const texts = [...namedTexts(shape, 0)].sort((a, b) => b.text.length - a.text.length);
  for (const { text, depth } of texts.slice(0, 3)) {
    for (const leaf of leavesWith(text, search)) {
      if (!search.budget.spend()) return;
      yield* findAncestors(leaf, shape.nodeKind, depth);
    }
  }
}

/**
 * Finds leaves by their text: in a large tree at the places at which the text stands. Of any kind: the name of a
 * function is another kind of node than that of a method.
 */
function leavesWith(text: string, { root, source, asked }: NodeSearch): readonly SgNode[] {
  if (!isLarge(root)) {
    const rule = { regex: `^${escapeRegex(text)}$` };
    return findMatches(root, { rule })
      .filter((node) => node.isLeaf())
      .slice(0, MOST_BY_TEXT);
  }
  const nodes: SgNode[] = [];
  const end = asked?.end ?? source.length;
  let at = source.indexOf(text, asked?.start);
  while (at !== -1 && at < end && nodes.length < MOST_BY_TEXT / 5) {
    const leaf = leafAt(root, at);
    if (leaf.text() === text) nodes.push(leaf);
    at = source.indexOf(text, at + text.length);
  }
  return nodes;
}

/**
 * Returns the ancestors of a kind, at a depth or above it, and a little below: the code may have fewer levels. Without
 * one above, also that at the depth, which is of another kind.
 */
function findAncestors(leaf: SgNode, kind: string, depth: number): readonly SgNode[] {
  let node: SgNode | null = leaf;
  let atDepth: SgNode | undefined;
  let above: SgNode | undefined;
  for (let up = 0; node !== null && up <= depth + 4; up += 1) {
    const isOfKind = kindOf(node) === kind;
    if (up >= depth && isOfKind) return above === undefined ? [node] : [node, above];
    if (up >= depth - 2 && isOfKind) above = node;
    if (up === depth) atDepth = node;
    node = node.parent();
  }
  return [above, atDepth].filter((each) => each !== undefined);
}

interface NamedText {
  readonly text: string;
  readonly depth: number;
}

function namedTexts(shape: PatternShape, depth: number): readonly NamedText[] {
  if (shape.kind === "inner")
    return shape.children.flatMap((child) => namedTexts(child, depth + 1));
  if (shape.kind === "variable" || !shape.isNamed) return [];
  return [{ text: shape.text, depth }];
}
