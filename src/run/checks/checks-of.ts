import type { CheckTime, PolicyCheck } from "../../model/policy/checks.ts";
import type { Policy, PolicyRule } from "../../model/policy.ts";
import type { ActionReport } from "../../model/report/report.ts";

/** Returns the rule of a policy that decided an action. */
export function ruleOf(
  policy: Pick<Policy, "guards" | "rules"> | undefined,
  ruleId: string | undefined,
): PolicyRule | undefined {
  return [...(policy?.guards ?? []), ...(policy?.rules ?? [])].find(({ id }) => id === ruleId);
}

/**
 * Returns the checks of the rule that decided an action, in their order; only those of some times, if there are any.
 */
export function checksOf(
  policy: Policy | undefined,
  ruleId: string | undefined,
  ...times: readonly CheckTime[]
): readonly PolicyCheck[] {
  const names = ruleOf(policy, ruleId)?.checks ?? [];
  if (names.length === 0) return [];
  const known = policy?.checks ?? [];
  return names.flatMap((name) =>
    known.filter(
      (check) => check.name === name && (times.length === 0 || times.includes(check.after)),
    ),
  );
}

/** Returns every check that a rule of the actions names; if the policy does not have a rule of theirs, all checks. */
export function checksOfAll(
  actions: readonly Pick<ActionReport, "ruleId">[],
  policy: Policy,
): readonly PolicyCheck[] {
  const { checks = [] } = policy;
  const ruleIds = new Set(actions.map(({ ruleId }) => ruleId));
  const isKnown = (ruleId: string | undefined) =>
    ruleId === "default" || ruleOf(policy, ruleId) !== undefined;
  if ([...ruleIds].some((ruleId) => !isKnown(ruleId))) return checks;
  const named = new Set([...ruleIds].flatMap((ruleId) => checksOf(policy, ruleId)));
  return checks.filter((check) => named.has(check));
}

/** True if a rule of the policy has a check of this time. */
export function hasChecks(policy: Policy | undefined, time: CheckTime): boolean {
  const rules = [...(policy?.guards ?? []), ...(policy?.rules ?? [])];
  return rules.some(({ id }) => checksOf(policy, id, time).length > 0);
}

/** Notes in an action that would be applied the checks that a run would run. */
export function withPlannedChecks<Action extends Pick<ActionReport, "state" | "ruleId" | "checks">>(
  action: Action,
  policy: Policy | undefined,
): Action {
  if (action.state !== "would-apply") return action;
  const names = [...new Set(checksOf(policy, action.ruleId).map(({ name }) => name))];
  if (names.length === 0) return action;
  return { ...action, checks: names.map((name) => ({ name, outcome: "would-run" })) };
}
