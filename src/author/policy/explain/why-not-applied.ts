import type { ExplainedRule, WhyNotApplied } from "../../../model/policy/explanation.ts";
import type { Verdict } from "../../../model/policy.ts";
import type { ActionReport } from "../../../model/report/report.ts";
import { isDecidedByPolicy } from "../../../policy/decided-by-policy.ts";
import { waysToApply } from "../../../policy/explain-policy.ts";
import { definedOnly } from "../../../shared/defined-only.ts";

/** The most rules that an explanation has beside the one that decided. */
const MOST_WAYS = 100;

/** The verdicts on an action beside the one that was recorded. */
interface OtherVerdicts {
  /** The verdict of a person, who ended it. */
  readonly later: string | undefined;
  /** The verdict of the policy at hand; undefined without one. */
  readonly now: Verdict | undefined;
}

/** Returns all that stands between an action and an apply. */
export function whyNotApplied(
  action: ActionReport,
  rules: readonly ExplainedRule[],
  { later, now = "apply" }: OtherVerdicts,
): WhyNotApplied {
  const { state } = action;
  const isDone = state === "applied" || state === "would-apply";
  const isApplied = isDone || later === "apply";
  if (later === "apply" || (isDone && now === "apply")) return { isApplied, guards: [], ways: [] };
  const guards = rules.filter(
    ({ kind, isHit, verdict }) => kind === "guard" && isHit && verdict !== "apply",
  );
  const beside = besideOf(action);
  const rule = rules.find(
    ({ kind, decides, verdict }) =>
      decides && (verdict === "apply" ? beside === undefined : kind !== "guard"),
  );
  const ways = waysToApply(rules).slice(0, MOST_WAYS);
  return { isApplied, guards, ways, ...definedOnly({ beside, rule }) };
}

/** Returns the reason of an outcome that the policy did not decide; undefined if it did. */
function besideOf(action: ActionReport): WhyNotApplied["beside"] {
  const { state, result, ruleId, reason, applyError } = action;
  if (state === "failed" && result !== undefined) return { reason: result };
  if (reason === undefined || isDecidedByPolicy(action)) return undefined;
  return definedOnly({ ruleId, reason: applyError ?? reason });
}
