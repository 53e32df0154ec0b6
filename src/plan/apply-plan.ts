import { resolutionsOf } from "../apply/state/resolutions-by.ts";
import { hasOpenRuns } from "../apply/state/run-folder.ts";
import { type OpenedSources, openSources } from "../config/sources/open-sources.ts";
import type { Report } from "../model/report/report.ts";
import { noteResolutions } from "../past/record/find-holders.ts";
import type { ApplyRequest, RunWorld } from "../request/request.ts";
import { executeRun } from "../run/execute-run.ts";
import { checkCommits } from "../tree/check-commits.ts";
import { startGitListing } from "../tree/git-listing.ts";
import { type NoWriting, refusalOf } from "../tree/write/hold-lock.ts";
import { RunWriter } from "../tree/write/run-writer.ts";
import { takeWriting, type Writing } from "../tree/write/take-writing.ts";
import { policyOfPlan } from "./judge/commit-plan.ts";
import { type FoundChanges, findPlanChanges, type ReadyPlan } from "./judge/find-plan-changes.ts";
import { endedBy, heldOf, holdersOf } from "./judge/held-actions.ts";
import { refusePlanChecks, refusePlanSigning } from "./judge/plan-checks.ts";
import { PlanReporter } from "./judge/plan-reporter.ts";
import { withPlanTexts } from "./judge/plan-texts.ts";
import { readPlanRequest } from "./judge/read-plan-request.ts";
import { type WritablePlan, writePlan } from "./judge/write-plan.ts";

/**
 * `sluice apply`: writes exactly what a plan says, or nothing. The plan is read as a hostile file; every file is
 * compared before the first write; the plan is derived again and compared; all of it is one commit. User errors never
 * throw: they are in the report.
 */
export async function applyPlan(asked: ApplyRequest, world: RunWorld): Promise<Report> {
  const reporter = new PlanReporter(asked, world);
  const { root, lockTimeout } = asked;
  const read = await readPlanRequest(asked, world.cwd);
  if ("diagnostics" in read) return reporter.finish(reporter.invalid(read.diagnostics));
  const { plan } = read;
  const request = withPlanTexts(asked, plan);
  reporter.name(plan);
  const listing = world.listing ?? startGitListing(root, world.env);
  let opened: Promise<OpenedSources> | undefined;
  const applying: WritablePlan = {
    plan,
    request,
    world: { decidesAt: reporter.startedAt, ...world, listing },
    listing,
    reporter,
    openSources() {
      opened ??= openSources(request, world, reporter.signal);
      return opened;
    },
  };
  const early = await findEarly(applying);
  if ("message" in early) return reporter.finish(reporter.refused(plan, early));
  if (early.kind === "ended") return reporter.finish(early.report);
  const policy = await policyOfPlan(plan, request, applying.openSources);
  const faults = [
    ...(await checkCommits(policy, { root, command: "apply" }, world)),
    ...(await refusePlanChecks(applying)),
    ...(await refusePlanSigning(policy, applying)),
  ];
  if (faults.length > 0) return reporter.finish(reporter.invalid(faults));
  const committing: WritablePlan = { ...applying, commits: policy?.commits };
  const { signal } = reporter;
  const writing = await takeWriting(
    { root, command: "apply", lockTimeout, signal, listing },
    world,
  );
  if (writing.kind !== "writing") return reporter.finish(reporter.refused(plan, writing));
  try {
    const report = await applyLocked(committing, writing, early);
    await writing.prune();
    return report;
  } finally {
    await writing.release();
  }
}

/**
 * Compares the plan before the lock is taken: a plan that does not fit leaves not even a lock behind. If a crash left
 * something, that is put in order first, under the lock.
 */
async function findEarly(
  applying: WritablePlan,
): Promise<FoundChanges | { readonly kind: "unknown" } | NoWriting> {
  try {
    if (hasOpenRuns(applying.request.root)) return { kind: "unknown" };
  } catch (error) {
    return refusalOf(error);
  }
  return findChanges(applying);
}

function findChanges({
  plan,
  request,
  world,
  reporter,
  openSources,
}: WritablePlan): Promise<FoundChanges> {
  return findPlanChanges(plan, request, { world, reporter, openSources, derive: executeRun });
}

/** Writes the plan while no other run writes in the root. */
async function applyLocked(
  applying: WritablePlan,
  writing: Writing,
  early: ReadyPlan | { readonly kind: "unknown" },
): Promise<Report> {
  const { plan, request, world, listing, reporter } = applying;
  const { id, startedAt } = reporter.begin(writing);
  const tree = writing.isTreeNew ? listing.again() : listing;
  const isKnown = early.kind === "ready" && !writing.isTreeNew;
  const ready = isKnown
    ? early
    : await findChanges({ ...applying, world: { ...world, listing: tree } });
  if (ready.kind === "ended") return reporter.finish(ready.report);
  const ended = endedBy(plan, ready.judged.actions);
  const holders = await holdersOf(plan, ended, { root: request.root, listing: tree });
  const recipes = plan.recipes.map(({ name }) => name);
  const resolves = holders.length === 0 ? undefined : holders;
  const run = { id, startedAt, command: "apply", recipes, resolves };
  const writer = new RunWriter(writing.journal(run));
  const reason = ended[0]?.reason ?? "The plan says so.";
  try {
    const { report, isWritten } = await writePlan(applying, ready, { id, writer, reason });
    const about = { by: ready.changes.length === 0 ? null : id, at: startedAt, reason };
    const resolutions = isWritten ? resolutionsOf(holders, about) : [];
    return await reporter.finish(report, writer, {
      held: heldOf(plan, ready.judged),
      note: () => noteResolutions(request.root, resolutions),
    });
  } catch (error) {
    return reporter.finish(reporter.fault(error), writer); // A promise of our own code is broken.
  }
}
