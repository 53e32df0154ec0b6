import type { Facts } from "../model/action/facts.ts";
import type { CiFacts } from "../model/policy/ci-facts.ts";
import type { ExplainedCondition, ExplainedRule, WayToApply } from "../model/policy/explanation.ts";
import type { DecisionTime } from "../model/policy/rule-window.ts";
import { reportedVerdict } from "../model/policy/verdict.ts";
import type { Decision, Policy, PolicyRule, TraceEntry } from "../model/policy.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { explainConditions } from "./conditions/explain-conditions.ts";
import { explainWindow } from "./conditions/explain-window.ts";
import { evaluatePolicy } from "./evaluate-policy.ts";
import { rulesById } from "./rule-hit.ts";

/** A decision with every guard and rule that led to it. */
export interface ExplainedDecision {
  readonly decision: Decision;
  /** In the order of the trace. */
  readonly rules: readonly ExplainedRule[];
}

/** Decides an action as `evaluatePolicy` does, and explains every condition of every guard and rule. Pure. */
export function explainPolicy(
  policy: Policy,
  facts: Facts,
  places: readonly string[],
  ci: CiFacts,
  now: DecisionTime,
): ExplainedDecision {
  const decision = evaluatePolicy(policy, facts, places, ci, now);
  const explaining = { policy, decision, facts, ci, now, own: rulesById(policy) };
  return { decision, rules: decision.trace.map((entry) => explainEntry(entry, explaining)) };
}

/**
 * Returns the rules that would have applied an action, as {@link waysToApply} does, without a look at all others. A
 * guard that hits decides before all rules, so that none came near. Pure.
 */
export function explainWays(
  policy: Policy,
  facts: Facts,
  places: readonly string[],
  ci: CiFacts,
  now: DecisionTime,
): readonly WayToApply[] {
  const decision = evaluatePolicy(policy, facts, places, ci, now);
  const { trace } = decision;
  if (trace.some(({ kind, hit }) => kind === "guard" && hit)) return [];
  const explaining = { policy, decision, facts, ci, now, own: rulesById(policy) };
  const near = trace.filter(({ id }) => explaining.own.get(id)?.verdict === "apply");
  return waysToApply(near.map((entry) => explainEntry(entry, explaining)));
}

interface Explaining {
  readonly policy: Policy;
  readonly decision: Decision;
  readonly facts: Facts;
  readonly ci: CiFacts;
  readonly now: DecisionTime;
  /** The guards and rules of the policy, by id. */
  readonly own: ReadonlyMap<string, PolicyRule>;
}

function explainEntry(
  { id, kind, hit: isHit }: TraceEntry,
  { policy, decision, facts, ci, now, own }: Explaining,
): ExplainedRule {
  const decides = isHit && decision.ruleId === id;
  const about = { id, kind, isHit, decides };
  if (kind === "default") return { ...about, ...reportedVerdict(policy.default), conditions: [] };
  const rule = own.get(id);
  if (rule === undefined)
    return {
      ...about,
      isBuiltIn: true,
      ...definedOnly({ verdict: decides ? decision.verdict : undefined }),
      conditions: [],
    };
  const { place, when } = rule;
  const conditions = [...explainWindow(rule.window, now), ...explainConditions(when, facts, ci)];
  return { ...about, ...reportedVerdict(rule), ...definedOnly({ place }), conditions };
}

/** Returns the conditions of a rule that keep it from a hit. */
export function failingOf({ conditions }: ExplainedRule): readonly ExplainedCondition[] {
  return conditions.filter(({ outcome }) => outcome !== "holds");
}

/** Returns the rules with the verdict `apply` that do not decide, those with the fewest failing conditions first. */
export function waysToApply(rules: readonly ExplainedRule[]): readonly WayToApply[] {
  return rules
    .filter(({ verdict, decides, kind }) => verdict === "apply" && !decides && kind !== "default")
    .map((rule) => ({ rule, failing: failingOf(rule) }))
    .sort((one, other) => one.failing.length - other.failing.length);
}

/**
 * Returns the condition in a condition by which it does not hold; the condition itself if it has none inside. Of the
 * alternatives of `any` none holds, and the first counts.
 */
export function leafOf(condition: ExplainedCondition): ExplainedCondition {
  const { name, outcome, parts = [] } = condition;
  if (name === "not" || outcome === "holds") return condition;
  const inner = name === "any" ? parts[0] : parts.find((part) => part.outcome === outcome);
  const deciding = inner?.conditions.find((each) => each.outcome === inner.outcome);
  if (deciding === undefined) return condition;
  const leaf = leafOf(deciding);
  return { ...leaf, name: `${name} › ${leaf.name}` };
}
