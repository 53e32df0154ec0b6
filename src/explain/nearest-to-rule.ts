import type { SgNode } from "@ast-grep/napi";
import type { FieldPath } from "../edit/compile/written-keys.ts";
import { kindOf } from "../edit/engine/engine.ts";
import type { Span } from "../edit/text/span.ts";
import type { WrittenMap } from "../model/edit.ts";
import { isRecord } from "../shared/is-record.ts";
import { differenceFailure, readRulePattern } from "./failed-pattern.ts";
import { measureFit } from "./fitting-parts.ts";
import { nearestTo } from "./nearest-to-pattern.ts";
import {
  type ExplainRule,
  type RuleContext,
  type RuleFailure,
  spanOf,
  VARIABLES,
} from "./rule-context.ts";
import { sampleMatches } from "./sample-nodes.ts";

/** A node that a rule nearly matches. */
export interface NearRule {
  readonly node: SgNode;
  readonly fits: number;
  readonly failure: RuleFailure;
}

/** The tree in which the node is searched. */
interface RuleSearch extends RuleContext {
  /** Only nodes for which this is true. Default: all. */
  readonly isMeant?: ((node: SgNode) => boolean) | undefined;
  /** The name of the part of the code that is searched: `in the code`. */
  readonly where: string;
  /** The line that is asked about. */
  readonly asked?: Span | undefined;
}

const MOST_NODES = 300;

/** Finds the node that fits most of a rule, and the first part of it that fails there. */
export function nearestToRule(
  rule: WrittenMap,
  search: RuleSearch,
  path: FieldPath,
  explain: ExplainRule,
  depth = 0,
): NearRule | undefined {
  const anchor = findAnchor(rule, path);
  if (anchor === undefined) return byAlternatives(rule, search, path, explain, depth);
  const found = best(candidates({ [anchor.key]: anchor.value }, search), rule, search);
  if (found !== undefined) {
    const failure = explain(rule, found.node, search, path) ?? whole(found.node, path);
    return { ...found, failure };
  }
  const at = [...anchor.path, anchor.key];
  if (anchor.key === "kind") return noSuchKind(String(anchor.value), search, at);
  const pattern = readRulePattern(anchor.value, search.language);
  const near = pattern && nearestTo(pattern, search);
  if (near === undefined) return pattern && noSuchKind(pattern.shape.nodeKind, search, at);
  const failure = differenceFailure(pattern, near.difference, near.node, at);
  return { node: near.node, fits: near.texts, failure };
}

/** A part of a rule that says what a node is. */
interface Anchor {
  readonly key: "pattern" | "kind";
  readonly value: unknown;
  readonly path: FieldPath;
}

function findAnchor(rule: WrittenMap, path: FieldPath): Anchor | undefined {
  const isAny = typeof rule.pattern === "string" && /^\s*\$\w+\s*$/.test(rule.pattern);
  if (rule.pattern !== undefined && !(isAny && rule.kind !== undefined))
    return { key: "pattern", value: rule.pattern, path };
  if (rule.kind !== undefined) return { key: "kind", value: rule.kind, path };
  for (const [index, part] of (Array.isArray(rule.all) ? rule.all : []).entries()) {
    const inner = isRecord(part) ? findAnchor(part, [...path, "all", index]) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function candidates(rule: WrittenMap, search: RuleSearch): readonly SgNode[] {
  const { root, isMeant = () => true } = search;
  return sampleMatches(rule, root, search, search.asked).filter(isMeant).slice(0, MOST_NODES);
}

function best(
  nodes: readonly SgNode[],
  rule: WrittenMap,
  search: RuleSearch,
): { readonly node: SgNode; readonly fits: number } | undefined {
  let nearest: { readonly node: SgNode; readonly fits: number } | undefined;
  for (const node of nodes) {
    if (search.budget.isSpent && nearest !== undefined) break;
    const fits = measureFit(rule, node, search);
    if (fits > (nearest?.fits ?? -1)) nearest = { node, fits };
  }
  return nearest;
}

/** Explains a rule that does not say itself what a node is: by its alternatives, its utility rule, or any node. */
function byAlternatives(
  rule: WrittenMap,
  search: RuleSearch,
  path: FieldPath,
  explain: ExplainRule,
  depth: number,
): NearRule | undefined {
  if (depth > 8) return undefined;
  const { any, matches } = rule;
  const util = typeof matches === "string" ? search.utils[matches] : undefined;
  if (isRecord(util))
    return nearestToRule(util, search, ["utils", String(matches)], explain, depth + 1);
  if (Array.isArray(any)) {
    const near = any.slice(0, 20).flatMap((part, index) => {
      if (!isRecord(part)) return [];
      return nearestToRule(part, search, [...path, "any", index], explain, depth + 1) ?? [];
    });
    return near.sort((a, b) => b.fits - a.fits)[0];
  }
  const found = best(candidates({ pattern: "$_" }, search), rule, search);
  if (found === undefined) return undefined;
  return { ...found, failure: explain(rule, found.node, search, path) ?? whole(found.node, path) };
}

function whole(node: SgNode, path: FieldPath): RuleFailure {
  return { path, code: "variable-differs", message: VARIABLES, at: spanOf(node) };
}

function noSuchKind(kind: string, search: RuleSearch, path: FieldPath): NearRule {
  const { root, isMeant, where } = search;
  const meant = isMeant && candidates({ pattern: "$_" }, search);
  const node = meant?.[0] ?? root;
  const kinds = [...new Set(meant?.map(kindOf))].slice(0, 8).join(", ");
  const own = kinds === "" ? "" : `; there are ${kinds}`;
  const message = `there is no \`${kind}\` ${where}${own}`;
  return { node, fits: 0, failure: { path, code: "no-such-kind", message, at: spanOf(node) } };
}
