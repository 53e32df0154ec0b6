import type { SgNode } from "@ast-grep/napi";
import type { WrittenMap } from "../model/edit.ts";
import { isRecord } from "../shared/is-record.ts";
import { readRulePattern } from "./failed-pattern.ts";
import { compare } from "./first-difference.ts";
import { holds, type RuleContext } from "./rule-context.ts";

/** The parts of a rule in the order in which they are explained: what a node is, then what is around it. */
export const PART_ORDER: readonly string[] = [
  "kind",
  "pattern",
  "regex",
  "nthChild",
  "range",
  "matches",
  "all",
  "any",
  "inside",
  "has",
  "precedes",
  "follows",
  "not",
];

/** The parts that say what a node is; they weigh more than what is around it. */
const OWN_PARTS: ReadonlySet<string> = new Set(["kind", "pattern", "regex", "matches"]);

/** Weighs the parts of a rule that a node fits; those of an `all` one by one. */
export function fittingParts(rule: WrittenMap, node: SgNode, context: RuleContext): number {
  let fitting = 0;
  for (const key of PART_ORDER) {
    const value = rule[key];
    if (value === undefined) continue;
    if (key === "all" && Array.isArray(value)) {
      for (const part of value) if (isRecord(part)) fitting += fittingParts(part, node, context);
    } else if (holds({ [key]: value }, node, context)) fitting += OWN_PARTS.has(key) ? 3 : 2;
  }
  return fitting;
}

/** Tells how well a node fits a rule: by its parts, then by how much of its pattern fits. */
export function measureFit(rule: WrittenMap, node: SgNode, context: RuleContext): number {
  const parts = 1000 * fittingParts(rule, node, context);
  const pattern = readRulePattern(rule.pattern, context.language);
  if (pattern === undefined) return parts;
  return parts + compare(pattern.shape, node, pattern.strictness, context.budget).texts;
}
