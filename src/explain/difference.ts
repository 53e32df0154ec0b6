import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../edit/engine/engine.ts";
import type { Span } from "../edit/text/span.ts";
import { isMany, type PatternShape } from "./pattern-shape.ts";
import { spanOf } from "./rule-context.ts";
import { isComment } from "./strictness-rules.ts";

/** The first place at which code is not what a pattern says. */
export type Difference = {
  /** The part of the pattern; undefined if the code has more than the pattern. */
  readonly wanted: PatternShape | undefined;
  readonly at: Span;
} & (
  | { readonly kind: "kind" | "text" | "token"; readonly found: SgNode }
  /** A metavariable matches other code than at its first place. */
  | {
      readonly kind: "bound";
      readonly found: SgNode;
      readonly first: SgNode;
      readonly name: string;
    }
  /** The code has something between that the pattern lacks. */
  | { readonly kind: "extra"; readonly found: SgNode; readonly parent: SgNode }
  /** The pattern has something that the code lacks. */
  | { readonly kind: "lacks"; readonly parent: SgNode }
  /** The number of parts differs. */
  | {
      readonly kind: "count";
      readonly parent: SgNode;
      readonly has: number;
      readonly wants: number;
      readonly pattern: PatternShape & { readonly kind: "inner" };
    }
);

/** Children that are compared, and the place in each list. */
export interface Pairing {
  readonly pattern: PatternShape & { readonly kind: "inner" };
  readonly parent: SgNode;
  readonly children: readonly SgNode[];
  goal: number;
  at: number;
  /** The last token of the code that was passed over for the part of the pattern that comes next. */
  passed?: SgNode | undefined;
}

export function makeDifference(goal: PatternShape, node: SgNode): Difference {
  const kind = goal.nodeKind === kindOf(node) ? "text" : goal.isNamed ? "kind" : "token";
  return { kind, wanted: goal, at: spanOf(node), found: node };
}

/** Describes a difference between two children: one may be missing, or be one too many. */
export function describeChild(
  difference: Difference,
  goal: PatternShape,
  child: SgNode,
  pairing: Pairing,
): Difference {
  const { pattern, parent, children, passed } = pairing;
  if (goal.kind === "leaf" && !goal.isNamed && passed !== undefined)
    return countOr(pairing, { kind: "token", wanted: goal, at: spanOf(passed), found: passed });
  // Inside of the two, something else differs.
  if (difference.wanted !== goal || difference.at.start !== spanOf(child).start) return difference;
  const later = children.slice(pairing.at + 1, pairing.at + 20);
  const isLater = goal.kind !== "variable" && later.some((each) => kindOf(each) === goal.nodeKind);
  const childKind = kindOf(child);
  const goals = pattern.children.slice(pairing.goal + 1);
  if (isLater && child.isNamed() && childKind !== goal.nodeKind) {
    const extra = {
      kind: "extra",
      wanted: undefined,
      at: spanOf(child),
      found: child,
      parent,
    } as const;
    return countOr(pairing, extra);
  }
  if (childKind !== goal.nodeKind && goals.some(({ nodeKind }) => nodeKind === childKind))
    return countOr(pairing, lacking(goal, pairing));
  return difference.kind === "token" ? countOr(pairing, difference) : difference;
}

export function lacking(goal: PatternShape, { parent, children, at }: Pairing): Difference {
  const next = children[at];
  const place = next === undefined ? endOf(parent) : spanOf(next);
  return { kind: "lacks", wanted: goal, at: place, parent };
}

/** Tells the numbers of parts if they differ in a list, otherwise the difference itself. */
export function countOr({ pattern, parent, children }: Pairing, otherwise: Difference): Difference {
  if (pattern.children.some(isMany) || !isList(pattern)) return otherwise;
  const parts = children.filter((child) => child.isNamed() && !isComment(child));
  const wants = pattern.children.filter(
    (child) => child.isNamed || child.kind === "variable",
  ).length;
  const has = parts.length;
  if (has === wants) return otherwise;
  const extra = parts[wants];
  const at = extra === undefined ? endOf(parent) : spanOf(extra);
  return { kind: "count", wanted: pattern, at, parent, has, wants, pattern };
}

/** True for a list in brackets. */
function isList({ children }: PatternShape & { readonly kind: "inner" }): boolean {
  const [first] = children;
  return first?.kind === "leaf" && /^[([{<]$/.test(first.text);
}

/** The place of the last token of a node: a bracket, mostly. */
export function endOf(node: SgNode): Span {
  const { end } = spanOf(node);
  return { start: Math.max(spanOf(node).start, end - 1), end };
}
