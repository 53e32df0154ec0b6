import { ForgeFault } from "../forge/forge.ts";
import { findTrustedPolicy, openPlan } from "../landing/open-plan.ts";
import type { DecisionReport, Report } from "../model/report/report.ts";
import { appliedAction, NOTHING_SEARCHED } from "../plan/judge/plan-alerts.ts";
import { PlanReporter } from "../plan/judge/plan-reporter.ts";
import type { DecideRequest, RunWorld } from "../request/request.ts";
import { executeRun } from "../run/execute-run.ts";
import { policyInForce } from "../run/state/policy-in-force.ts";
import { type DecidedPlan, decide } from "./decide.ts";
import { judgeApproved } from "./judge-approved.ts";
import { openPeople } from "./open-people.ts";

/**
 * `sluice decide`: does what a comment on a pull request decides about actions that a plan holds. A trusted policy says
 * who may decide; what is written is the plan's bytes, as a commit on the branch of the pull request. Nothing in the
 * work tree, the index or the local branches changes. User errors never throw: they are in the report.
 */
export async function decidePlan(asked: DecideRequest, world: RunWorld): Promise<Report> {
  const reporter = new PlanReporter(asked, world, "decide");
  try {
    return await reporter.finish(await decideJudged(asked, world, reporter));
  } catch (error) {
    if (error instanceof ForgeFault) {
      const alert = { level: "error", code: "not-decided", message: error.message } as const;
      const nothing = { decisions: [], ended: [], alerts: [alert] };
      return reporter.finish(reportOf(nothing, asked, reporter));
    }
    return reporter.finish(reporter.fault(error)); // A promise of our own code is broken.
  }
}

async function decideJudged(
  asked: DecideRequest,
  world: RunWorld,
  reporter: PlanReporter,
): Promise<Report> {
  const opened = await openPlan(asked, world, reporter);
  if ("refused" in opened) return opened.refused;
  const { plan, request } = opened;
  const trusted = await findTrustedPolicy(opened, "approvals");
  if ("fault" in trusted) return reporter.invalid([trusted.fault]);
  reporter.configure({
    trust: trusted.reader.trust,
    policy: policyInForce(trusted.policy),
    sources: trusted.reader.sources,
  });
  const place = await openPeople(request, world);
  if ("fault" in place) return reporter.invalid([place.fault]);
  const judging = { ...opened, derive: executeRun };
  const judge = (ids: readonly string[]) => judgeApproved(ids, judging);
  const context = { request, world: opened.world, signal: reporter.signal, judgeApproved: judge };
  const outcome = await decide(plan, { ...context, ...trusted, ...place });
  if ("fault" in outcome) return reporter.invalid([outcome.fault]);
  return reportOf(outcome, request, reporter);
}

/** Only the actions that ended are in the report: the others wait, and the decisions name them. */
function reportOf(
  { decisions, ended, alerts, isStale = false }: DecidedPlan,
  { isDryRun }: DecideRequest,
  reporter: PlanReporter,
): Report {
  reporter.ledger.decisions = decisions;
  reporter.choose(ended);
  const has = (state: DecisionReport["state"]) => decisions.some((one) => one.state === state);
  const discarded = decisions.filter(({ state }) => state === "discarded");
  const isDiscarded = new Set(discarded.flatMap(({ actions }) => actions));
  return reporter.published(
    { ...NOTHING_SEARCHED, actions: ended, alerts },
    {
      stale: isStale || has("stale"),
      failed: has("failed") || alerts.some(({ level }) => level === "error"),
    },
    (action) => {
      if (isDiscarded.has(action.id)) return { state: "discarded", verdict: "discard" };
      return isDryRun ? { state: "would-apply" } : { ...appliedAction(action), verdict: "apply" };
    },
  );
}
