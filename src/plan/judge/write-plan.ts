import type { OpenedSources } from "../../config/sources/open-sources.ts";
import type { PolicyCommits } from "../../model/policy/commits.ts";
import type { Policy } from "../../model/policy.ts";
import type { Report } from "../../model/report/report.ts";
import { StaleFileError } from "../../model/workspace.ts";
import type { Plan } from "../../plan-file/plan.ts";
import type { GitListing } from "../../request/git-listing.ts";
import type { PlanRequest, RunWorld } from "../../request/request.ts";
import type { CheckRuns } from "../../run/checks/check-runs.ts";
import { openCommits, type RunCommits } from "../../run/commits/commit-run.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { RunWriter } from "../../tree/write/run-writer.ts";
import { commitPlan } from "./commit-plan.ts";
import type { ReadyPlan } from "./find-plan-changes.ts";
import {
  checksOfPlan,
  findPlanChecks,
  openPlanChecks,
  provePlan,
  type WrittenPlan,
} from "./plan-checks.ts";
import type { PlanReporter } from "./plan-reporter.ts";

/** A plan that was read, and the world that it is written in. */
export interface WritablePlan {
  readonly plan: Plan;
  readonly request: PlanRequest;
  readonly world: RunWorld;
  readonly listing: GitListing;
  readonly reporter: PlanReporter;
  /** Opens the files that the plan is judged by: once, also if it is judged again under the lock. */
  readonly openSources: () => Promise<OpenedSources>;
  /** The commits that the policy in force wants. */
  readonly commits?: PolicyCommits | undefined;
}

/** The means to write a plan. */
export interface PlanWriting {
  /** That of the run. */
  readonly id: string;
  readonly writer: RunWriter;
  readonly reason: string;
}

/** The report of a plan; `isWritten`: its changes are in the files. */
interface PlanOutcome {
  readonly report: Report;
  readonly isWritten: boolean;
}

/** Writes a plan that was judged, as one transaction, has its checks prove it, and commits it. */
export async function writePlan(
  writable: WritablePlan,
  { judged, changes }: ReadyPlan,
  writing: PlanWriting,
): Promise<PlanOutcome> {
  const { plan, request, world, reporter, commits, openSources } = writable;
  const { writer, reason } = writing;
  const unwritten = (report: Report) => ({ report, isWritten: false });
  for (const { id, recipe, step, label, sourceToolName } of judged.actions)
    world.emit({ type: "action-queued", id, recipe, step, label, sourceToolName });
  await new Promise(setImmediate); // Signals and timers get their turn, a last time.
  if (reporter.isStopped()) return unwritten(reporter.left(judged, { cause: "interrupted" }));
  const { actions } = judged;
  const checks = await findPlanChecks({
    ...{ plan, actions, request, world },
    sources: await openSources(),
  });
  if ("fault" in checks) return unwritten(reporter.unwritten(judged, checks.fault));
  const label = `Plan: ${countOf(changes.length, "file")}`;
  const note = { id: plan.digest.slice(0, 16), label, reason };
  const runs = await openChecks(writable, { actions, ...checks }, writer);
  writer.awaitChecks(note.id, checksOfPlan({ actions, ...checks }, request));
  const about = { settings: { root: request.root, command: "apply" }, world } as const;
  const committing = await openCommits(about, commits);
  const error: unknown = await writer.commit(changes, note).catch((reason: unknown) => reason);
  if (error === undefined)
    return endWritten(
      writable,
      { judged, changes, noteId: note.id, committing, runs, ...checks },
      writing,
    );
  if (!(error instanceof StaleFileError))
    return unwritten(reporter.unwritten(judged, messageOf(error)));
  const { message, path } = error;
  return unwritten(reporter.stale(judged, [{ level: "error", code: "stale", message, path }]));
}

async function openChecks(
  { request, world, listing, reporter }: WritablePlan,
  { actions, policy }: { readonly policy: Policy | undefined } & Pick<WrittenPlan, "actions">,
  writer: RunWriter,
): Promise<CheckRuns | undefined> {
  if (policy === undefined) return undefined;
  const { ledger, signal } = reporter;
  const onLeftOut = () => void reporter.isStopped();
  const setting = { request, world, listing, writer, ledger, signal, onLeftOut };
  return openPlanChecks({ actions, policy }, setting);
}

/** A plan whose changes are in the files. */
interface Written extends Pick<ReadyPlan, "judged" | "changes"> {
  readonly noteId: string;
  readonly committing: RunCommits | undefined;
  /** Its checks count. */
  readonly policy: Policy | undefined;
  readonly runs: CheckRuns | undefined;
}

async function endWritten(
  { request, world, reporter }: WritablePlan,
  { judged, changes, noteId, committing, policy, runs }: Written,
  { id, writer }: PlanWriting,
): Promise<PlanOutcome> {
  const { actions } = judged;
  const { ledger, signal } = reporter;
  const whole =
    policy &&
    runs &&
    (await provePlan({ actions, changes, noteId, policy }, runs, { request, writer }));
  for (const alert of whole?.alerts ?? []) ledger.alert(alert);
  const isProved = whole === undefined || whole.alerts.length === 0;
  const about = { id, request, world, signal, writer, actions, changes };
  const made = committing && isProved ? await commitPlan(committing, about) : undefined;
  const report = reporter.written(judged, made, whole?.revise);
  return { report, isWritten: whole?.stands ?? true };
}
