import type { Policy, PolicyRule } from "../model/policy.ts";
import type { ConditionsResult } from "./conditions/test-conditions.ts";

/** The list that a rule stands in. */
export type RuleKind = "guard" | "rule";

/** True for a guard that does not apply: conditions that cannot be evaluated count as a hit of it. */
export function stopsIfUnknown({ verdict }: Pick<PolicyRule, "verdict">, kind: RuleKind): boolean {
  return kind === "guard" && verdict !== "apply";
}

/** True if conditions with this result make a guard or a rule a hit. */
export function isHit(
  { failed, unknown }: ConditionsResult,
  rule: Pick<PolicyRule, "verdict">,
  kind: RuleKind,
): boolean {
  return failed === undefined && (unknown.length === 0 || stopsIfUnknown(rule, kind));
}

const known = new WeakMap<Policy, ReadonlyMap<string, PolicyRule>>();

/** Returns the guards and rules of a policy by their ids. */
export function rulesById(policy: Policy): ReadonlyMap<string, PolicyRule> {
  const found = known.get(policy);
  if (found !== undefined) return found;
  const rules = new Map([...policy.guards, ...policy.rules].map((rule) => [rule.id, rule]));
  known.set(policy, rules);
  return rules;
}
