import {
  type WarnedVerdict,
  type WrittenVerdict,
  writtenVerdict,
} from "../model/policy/verdict.ts";
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

/** The verdicts of guards, the strictest first. */
const STRICTNESS: readonly WrittenVerdict[] = ["discard", "hold", "warn", "apply"];

/** True if a guard decides where the other one is a hit, too, wherever they stand. */
export function overrides(guard: WarnedVerdict, other: WarnedVerdict): boolean {
  const rankOf = (each: WarnedVerdict) => STRICTNESS.indexOf(writtenVerdict(each));
  return rankOf(guard) < rankOf(other);
}

/** Returns the guard that decides among those that are hits: the strictest one, and the first of several. */
export function decidingGuard(hits: Iterable<PolicyRule>): PolicyRule | undefined {
  let deciding: PolicyRule | undefined;
  for (const guard of hits)
    if (deciding === undefined || overrides(guard, deciding)) deciding = guard;
  return deciding;
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
