import type { SgNode } from "@ast-grep/napi";
import type { FieldPath } from "../edit/compile/written-keys.ts";
import { findFirst, findMatches, isMatch } from "../edit/engine/engine.ts";
import type { Language } from "../edit/language/language.ts";
import type { Span } from "../edit/text/span.ts";
import type { WrittenMap } from "../model/edit.ts";
import type { ExplainBudget } from "./explain-budget.ts";
import type { ShapedPattern } from "./pattern-shape.ts";

/** The tree in which a rule is explained, and its utility rules. */
export interface RuleContext {
  readonly root: SgNode;
  readonly language: Language;
  readonly utils: WrittenMap;
  /** The text in which the offsets of the tree count. */
  readonly source: string;
  readonly budget: ExplainBudget;
}

/** The first part of a rule that a node does not fit. */
export interface RuleFailure {
  /** The key of the op. */
  readonly path: FieldPath;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly at: Span;
  /** The place in a pattern. */
  readonly wanted?: { readonly pattern: ShapedPattern; readonly place: Span } | undefined;
}

/** Explains a rule at a node; handed in, because a relation holds a rule. */
export type ExplainRule = (
  rule: WrittenMap,
  node: SgNode,
  context: RuleContext,
  path: FieldPath,
) => RuleFailure | undefined;

/** True if a rule matches a node by itself. Nothing matches a rule that the engine refuses alone. */
export function holds(rule: WrittenMap, node: SgNode, { utils, budget }: RuleContext): boolean {
  budget.spend(costOf(node));
  try {
    return isMatch(node, { rule, utils });
  } catch {
    return false; // A part may be no rule by itself; the whole is valid.
  }
}

/** Returns the nodes below another that a rule matches; none if the engine refuses the rule. */
export function findRuleMatches(
  rule: WrittenMap,
  below: SgNode,
  { utils, budget }: RuleContext,
): readonly SgNode[] {
  budget.spend(costOf(below));
  try {
    return findMatches(below, { rule, utils });
  } catch {
    return []; // As above.
  }
}

/** Returns the first of them. */
export function findFirstMatch(
  rule: WrittenMap,
  below: SgNode,
  { utils, budget }: RuleContext,
): SgNode | undefined {
  budget.spend(costOf(below));
  try {
    return findFirst(below, { rule, utils });
  } catch {
    return undefined; // As above.
  }
}

/** A search may look at every node below: that costs so many nodes. */
function costOf(below: SgNode): number {
  const { start, end } = spanOf(below);
  return 20 + ((end - start) >> 9);
}

/** Returns the span of a node. */
export function spanOf(node: SgNode): Span {
  const { start, end } = node.range();
  return { start: start.index, end: end.index };
}

/** Said if each part of a rule fits alone. */
export const VARIABLES =
  "each part fits by itself, but not all at once: a metavariable that stands in two parts means the same code in both";
