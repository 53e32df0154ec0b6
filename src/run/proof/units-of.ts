import type { CheckTime, OnCheckFailure } from "../../model/policy/checks.ts";
import type { Policy } from "../../model/policy.ts";
import { checksOf, ruleOf } from "../checks/checks-of.ts";
import type { KeptOutcome } from "../state/action-outcome.ts";
import type { CheckUnit } from "./check-unit.ts";

/**
 * Returns the applied actions that checks of some times prove together: those of each rule; at the end of a run all.
 */
export function unitsOf(
  outcomes: readonly KeptOutcome[],
  times: readonly CheckTime[],
  policy: Policy,
): readonly CheckUnit[] {
  const byRule = new Map<string, string[]>();
  const ruleIds = new Map<string, string>();
  for (const { report } of outcomes) {
    const { id, ruleId = "" } = report;
    if (checksOf(policy, ruleId, ...times).length === 0) continue;
    byRule.set(ruleId, [...(byRule.get(ruleId) ?? []), id]);
    ruleIds.set(id, ruleId);
  }
  const checksOfAction = (id: string) => checksOf(policy, ruleIds.get(id), ...times);
  if (!times.includes("run") || byRule.size < 2)
    return [...byRule].map(([rule, ids]) => {
      const checks = checksOf(policy, rule, ...times);
      return {
        ids,
        rule,
        checks,
        checksOf: checksOfAction,
        onFailure: onFailureOf(policy, [rule]),
      };
    });
  const rules = [...byRule.keys()];
  const names = new Set(rules.flatMap((rule) => checksOf(policy, rule, ...times)));
  const checks = (policy.checks ?? []).filter((check) => names.has(check));
  const ids = [...byRule.values()].flat();
  const onFailure = onFailureOf(policy, rules);
  return [{ ids, rule: undefined, checks, checksOf: checksOfAction, onFailure }];
}

/** Of rules that share a run of checks the strictest counts. */
function onFailureOf(policy: Policy, rules: readonly string[]): OnCheckFailure {
  const all = rules.map((rule) => ruleOf(policy, rule)?.onCheckFailure ?? "discard");
  return STRICTEST.find((one) => all.includes(one)) ?? "discard";
}

const STRICTEST: readonly OnCheckFailure[] = ["fail", "discard", "bisect"];
