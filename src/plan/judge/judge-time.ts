import type { Facts } from "../../model/action/facts.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import { closedBy } from "../../model/policy/rule-window.ts";
import { reportedVerdict, writtenVerdict } from "../../model/policy/verdict.ts";
import type { Decision, Policy } from "../../model/policy.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import { edgeText } from "../../policy/edge-text.ts";
import { evaluatePolicy } from "../../policy/evaluate-policy.ts";
import type { PlanRequest, RunWorld } from "../../request/request.ts";
import { sentence } from "../../run/checks/check-words.ts";
import { withPlannedChecks } from "../../run/checks/checks-of.ts";
import { traceOf } from "./trace-of.ts";

/** The times of a plan and of its application, in milliseconds since 1970. */
export interface PlanTimes {
  readonly planned: number;
  readonly now: number;
}

/** Returns the times of a plan; without a clock in it, or with another policy, both are that of its application. */
export function timesOf(
  { clock }: Plan,
  { policy }: Pick<PlanRequest, "policy">,
  { decidesAt, now }: Pick<RunWorld, "decidesAt" | "now">,
): PlanTimes {
  const time = decidesAt ?? now();
  const isDated = clock !== undefined && policy === undefined;
  return { planned: isDated ? Date.parse(clock) : time, now: time };
}

/** A policy, and all that its decisions depend on beside the facts of an action. */
interface DecidingInTime {
  readonly policy: Policy;
  readonly places: readonly string[];
  readonly ci: CiFacts | undefined;
  readonly times: PlanTimes;
}

/**
 * Judges an action that was decided at the time of its plan by the time of now. It is applied only if the policy
 * applies it at both; otherwise it is held, and its reason names the rule whose window opened or closed. Pure.
 */
export function judgeByTime(
  action: PlannedAction,
  facts: Facts,
  { policy, places, ci, times }: DecidingInTime,
): PlannedAction {
  if (times.planned === times.now) return action;
  const [before, after] = [times.planned, times.now].map((time) =>
    evaluatePolicy(policy, facts, places, ci, time),
  ) as [Decision, Decision];
  const isSame = before.ruleId === after.ruleId && writtenVerdict(before) === writtenVerdict(after);
  if (isSame) return action;
  const { verdict, reason, warned: _warned, ...rest } = action;
  const cause = causeOf(policy, times, [before, after]);
  const isApplied = verdict === "apply";
  const hasOwnLimit = policy.limits?.each.rule !== undefined; // What it would use up is not known.
  if (isApplied && after.verdict === "apply" && !hasOwnLimit) {
    const { ruleId } = after;
    const known = { ...rest, ...reportedVerdict(after), reason: after.reason, ruleId };
    return withPlannedChecks({ ...known, trace: traceOf(after) }, policy);
  }
  const now = `now \`${after.ruleId}\` says ${writtenVerdict(after)}: ${sentence(after.reason)}`;
  if (!isApplied) {
    if (after.verdict === verdict) return action;
    return { ...action, reason: `${reason} (${cause} At this time ${now} Make a new plan.)` };
  }
  const why = `${cause} The plan applied it by \`${before.ruleId}\`, ${now} Make a new plan.`;
  const { checks: _checks, ...held } = rest;
  return {
    ...held,
    verdict: "hold",
    state: "held",
    reason: why,
    ruleId: "plan",
    trace: traceOf(after),
  };
}

/** Names the rules that decide at one of the times and count at one of them only, with the edge that lies between. */
function causeOf(
  { guards, rules }: Policy,
  { planned, now }: PlanTimes,
  deciding: readonly Decision[],
): string {
  const ids = deciding.map(({ ruleId }) => ruleId);
  const ofDeciding = [...guards, ...rules].filter(({ id }) => ids.includes(id));
  const moved = ofDeciding.flatMap(({ id, window }) => {
    const [before, after] = [closedBy(window, planned), closedBy(window, now)];
    const key = after ?? before;
    const edge = key === undefined ? undefined : window?.[key];
    if ((before === undefined) === (after === undefined) || edge === undefined) return [];
    return [
      `\`${id}\` counts ${after === undefined ? "now" : "no longer"}: ${key} ${edgeText(edge)}`,
    ];
  });
  return `${moved.join("; ")}.`;
}
