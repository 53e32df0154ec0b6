import { ForgeFault } from "../forge/forge.ts";
import { notPublishable } from "../landing/find-place.ts";
import { findTrustedPolicy, openPlan } from "../landing/open-plan.ts";
import type { Report } from "../model/report/report.ts";
import { findPlanChanges, type ReadyPlan } from "../plan/judge/find-plan-changes.ts";
import { unpublished } from "../plan/judge/plan-alerts.ts";
import { PlanReporter } from "../plan/judge/plan-reporter.ts";
import type { Plan } from "../plan-file/plan.ts";
import type { PublishRequest, RunWorld } from "../request/request.ts";
import { executeRun } from "../run/execute-run.ts";
import { findRun } from "./find-run.ts";
import { findRunChanges } from "./find-run-changes.ts";
import { findTarget } from "./find-target.ts";
import { publish } from "./publish.ts";
import type { Publication, PublishingContext } from "./publishing-context.ts";
import { publishingPolicy } from "./publishing-policy.ts";

/**
 * `sluice publish`: keeps the pull requests that the policy wants of a plan, which is judged as by `apply`, or of a
 * run. Nothing in the work tree, the index or the local branches changes. User errors never throw: they are in the
 * report. Without a publication, the job says where.
 */
export async function publishPlan(
  asked: PublishRequest,
  world: RunWorld,
  publication?: Publication,
): Promise<Report> {
  const reporter = new PlanReporter(asked, world, "publish");
  try {
    const report = await publishJudged(asked, world, { reporter, publication });
    return await reporter.finish(report);
  } catch (error) {
    return reporter.finish(reporter.fault(error)); // A promise of our own code is broken.
  }
}

/** What reports, and where something else than the job says it. */
interface Reporting {
  readonly reporter: PlanReporter;
  readonly publication: Publication | undefined;
}

async function publishJudged(
  asked: PublishRequest,
  world: RunWorld,
  { reporter, publication }: Reporting,
): Promise<Report> {
  const run = await findRun(asked, world);
  if (run !== undefined && "fault" in run) return reporter.invalid([run.fault]);
  const opened = await openPlan(run?.request ?? asked, world, reporter);
  if ("refused" in opened) return opened.refused;
  const { plan, request } = opened;
  const found =
    run === undefined
      ? await findPlanChanges(plan, request, { ...opened, reporter, derive: executeRun })
      : await findRunChanges(run.past, opened, reporter);
  if (found.kind === "ended") return found.report;
  const head = run?.hasHead ? found.base : undefined;
  const trusted = await findTrustedPolicy({ ...opened, head }, "publish");
  if ("fault" in trusted) return reporter.invalid([trusted.fault]);
  const policy = publishingPolicy(trusted.policy, publication);
  if (policy === undefined) return reporter.invalid([NO_PUBLISH.fault]);
  const target = publication?.target ?? (await findTarget(request, world));
  if ("fault" in target) return reporter.invalid([target.fault]);
  const isDecidedThere = publication === undefined;
  const { signal } = reporter;
  const context = { request, world, policy, target, isDecidedThere, signal };
  return publishReady(plan, found, context, reporter);
}

/** Publishes, and reports what became of it. */
async function publishReady(
  plan: Plan,
  ready: ReadyPlan,
  context: PublishingContext,
  reporter: PlanReporter,
): Promise<Report> {
  const { ledger } = reporter;
  try {
    const outcome = await publish(plan, ready, context);
    if ("fault" in outcome) return reporter.invalid([outcome.fault]);
    ledger.pulls = outcome.pulls;
    const isNew = outcome.pulls.some(({ state }) => state === "opened");
    if (isNew && outcome.isJobToken) ledger.alert(STARTS_NOTHING);
  } catch (error) {
    if (!(error instanceof ForgeFault)) throw error;
    ledger.alert({ level: "error", code: "not-published", message: error.message });
    return reporter.published(ready.judged, { failed: true });
  }
  for (const { branch, state, why = state } of ledger.pulls)
    if (state === "failed") ledger.alert(unpublished(branch, why));
  const failed = ledger.pulls.some(({ state }) => state === "failed");
  return reporter.published(ready.judged, { failed });
}

const STARTS_NOTHING = {
  level: "warn",
  code: "starts-no-workflows",
  message:
    "Pull requests that the token of the job opens start no workflows. That of an app does: see docs/pull-requests.md.",
} as const;

const NO_PUBLISH = notPublishable(
  "The policy in force has no `publish`, which says the pull requests that are kept.",
  "Add `publish: { per: owner }` to it, or another unit: see docs/pull-requests.md.",
);
