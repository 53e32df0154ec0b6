import type { ExplainedRule, WhyNotApplied } from "../../../model/policy/explanation.ts";
import type { ActionReport } from "../../../model/report/report.ts";
import { waysToApply } from "../../../policy/explain-policy.ts";
import { definedOnly } from "../../../shared/defined-only.ts";

/** The most rules that an explanation has beside the one that decided. */
const MOST_WAYS = 100;

/** Returns all that stands between an action and an apply. `later`: how a person ended it. */
export function whyNotApplied(
  action: ActionReport,
  rules: readonly ExplainedRule[],
  later: string | undefined,
): WhyNotApplied {
  const { state } = action;
  if (state === "applied" || state === "would-apply" || later === "apply")
    return { isApplied: true, guards: [], ways: [] };
  const guards = rules.filter(
    ({ kind, isHit, verdict }) => kind === "guard" && isHit && verdict !== "apply",
  );
  const beside = besideOf(action);
  const rule = rules.find(
    ({ kind, decides, verdict }) =>
      decides && (verdict === "apply" ? beside === undefined : kind !== "guard"),
  );
  const ways = waysToApply(rules).slice(0, MOST_WAYS);
  return { isApplied: false, guards, ways, ...definedOnly({ beside, rule }) };
}

/** Returns the reason of an outcome that the policy did not decide; undefined if it did. */
function besideOf(action: ActionReport): WhyNotApplied["beside"] {
  const { state, result, ruleId, reason, applyError } = action;
  if (state === "failed" && result !== undefined) return { reason: result };
  if (reason === undefined || isOfPolicy(action)) return undefined;
  return definedOnly({ ruleId, reason: applyError ?? reason });
}

/** True if the rule that decided an action is one of the policy, and not a limit, a model, a person or an error. */
export function isOfPolicy({ ruleId, trace }: Pick<ActionReport, "ruleId" | "trace">): boolean {
  return trace.find(({ hit }) => hit)?.id === ruleId;
}
