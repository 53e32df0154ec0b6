import { prepareRun } from "../../config/prepare/prepare-run.ts";
import type { PreparedRun } from "../../config/prepare/prepared-run.ts";
import type { Alert } from "../../model/alert.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import type { Report } from "../../model/report/report.ts";
import { isDryRun } from "../../model/run-kind.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import { messageOf } from "../../shared/message-of.ts";
import { stackOf } from "../../shared/stack-of.ts";
import { startGitListing } from "../../tree/git-listing.ts";
import type { NoWriting } from "../../tree/write/hold-lock.ts";
import { recoveredAlerts } from "../../tree/write/recover-here.ts";
import { type Writing, withWriting } from "../../tree/write/with-writing.ts";
import { commitRun, openCommits } from "../commits/commit-run.ts";
import { settleStaged } from "../decide/settle-staged.ts";
import { leaveTransaction, settleTransaction } from "../decide/settle-transaction.ts";
import { tellProducers } from "../decide/tell-producers.ts";
import { proveRun } from "../proof/prove-outcomes.ts";
import { policyInForce } from "../state/policy-in-force.ts";
import { reportOf } from "../state/report-of.ts";
import type { RunOutcome } from "../state/run-outcome.ts";
import { RunStop } from "../state/run-stop.ts";
import { keepRun } from "./keep-run.ts";
import { type OpenRun, openRun } from "./open-run.ts";
import { runRecipe } from "./run-recipe.ts";
import { type CheckedRun, type StartedRun, startRun } from "./start-run.ts";
import { verifyDryRun } from "./verify-dry-run.ts";

/** The largest number of turns that an alert names. */
const MAX_NAMED = 10;

/**
 * The trunk of `run`, `preview` and `plan` (docs/design/run.md): prepare, take the lock, open, run the
 * recipes, settle, verify the dry run, keep, report. User errors never throw: they are in the report's diagnostics,
 * and then nothing was run.
 */
export async function executeRun(request: RunRequest, world: RunWorld): Promise<RunOutcome> {
  const checked = await checkRun(request, world);
  try {
    return await executeChecked(checked);
  } catch (error) {
    await disposePrepared(checked.prepared); // The fault is what there is to report.
    throw error;
  }
}

async function executeChecked(checked: CheckedRun): Promise<RunOutcome> {
  const { request, world } = checked;
  const { root, command, lockTimeout } = request;
  const { diagnostics, isStopped } = checked.prepared;
  if (isDryRun(command) || hasErrors(diagnostics) || isStopped === true)
    return runAndReport(checked);
  const { listing, stop } = checked;
  const lock = { root, command, lockTimeout, signal: stop.signal, listing };
  return withWriting(lock, world, {
    work: (writing) => runAndReport(checked, writing),
    refused: (why) => runAndReport(checked, why),
  });
}

/** Reads and checks everything that the request names. */
async function checkRun(request: RunRequest, world: RunWorld): Promise<CheckedRun> {
  const startedAt = world.now();
  const listing = world.listing ?? startGitListing(request.root, world.env);
  const prepared = await prepareRun(request, { ...world, listing });
  const stop = new RunStop(world.interrupted, world.timedOut);
  return { request, world, startedAt, listing, prepared, stop };
}

/** Runs the recipes if they may run, and reports. */
async function runAndReport(
  checked: CheckedRun,
  writing?: Writing | NoWriting,
): Promise<RunOutcome> {
  const run = startRun(checked, writing);
  const isFault = await catchFault(run, async () => {
    if (run.refusal !== undefined) run.refusal();
    else await runRecipes(run);
  });
  const { ledger, stop } = run;
  if (!isFault && run.isValid && !stop.cause && !stop.ended) reportUnplayed(run);
  leaveTransaction(ledger, checked.prepared.policy, checked.request);
  const leftBehind = await disposePrepared(checked.prepared); // No code runs from here on.
  if (leftBehind !== undefined) ledger.alert(leftBehind);
  if (stop.cause === "timeout")
    ledger.alert({ level: "warn", code: "timeout", message: "The time limit ended the run." });
  return keepAndReport(run, isFault);
}

async function runRecipes(run: StartedRun): Promise<void> {
  for (const alert of recoveredAlerts(run.writing?.recovered ?? [])) run.ledger.alert(alert);
  const opened = await openRun(run);
  if (opened === undefined) return;
  try {
    await runOpened(run, opened);
  } finally {
    await tellProducers(opened.context);
    await opened.staged?.tree.close();
  }
}

async function runOpened(
  run: StartedRun,
  { context, waiting, staged, nextBatchId, saveSearch }: OpenRun,
): Promise<void> {
  const commits = await openCommits(run, run.prepared.policy?.commits);
  const { recipes, selected } = run.prepared;
  const hasWork = selected === undefined || selected.paths.length > 0;
  for (const recipe of hasWork ? recipes : []) await runRecipe(recipe, context, nextBatchId);
  if (staged) await settleStaged(staged, context.record, run.stop);
  else if (waiting) await settleTransaction(waiting, context.record, run.stop);
  await proveRun(context);
  await commitRun(run, commits, context.world.workspace);
  if (isDryRun(run.request.command)) await verifyDryRun(context, run.prepared.watch, staged);
  if (run.world.keepsCache !== false) saveSearch();
}

/**
 * Reports a broken promise of our own code as an event: what was written by then must still be reported. Returns true
 * if there was one.
 */
async function catchFault({ world }: StartedRun, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    world.emit({ type: "fault", detail: stackOf(error) });
    return true;
  }
}

async function keepAndReport(run: StartedRun, isFault: boolean): Promise<RunOutcome> {
  const { world, prepared, ledger, writer } = run;
  const outcomeNow = (): RunOutcome => ({
    report: reportNow(run, isFault),
    prepared,
    outcomes: ledger.outcomes,
  });
  if (writer) await keepRun(writer, outcomeNow(), run.request.root, { world, ledger });
  const last = outcomeNow();
  const { outcome, exitCode, totals } = last.report;
  world.emit({ type: "run-finished", outcome, exitCode, totals });
  return last;
}

function reportNow(run: StartedRun, isFault: boolean): Report {
  const { request, world, prepared, ledger, stop, id, startedAt } = run;
  const { ci, trust, policy, sources, selection } = prepared;
  return reportOf(ledger, {
    run: {
      id,
      command: request.command,
      startedAt: new Date(startedAt).toISOString(),
      durationMs: world.now() - startedAt,
    },
    diagnostics: prepared.diagnostics,
    configuration: { ci, trust, policy: policyInForce(policy), sources },
    selection,
    stop,
    check: request.check,
    exitZero: request.exitZero,
    findings: { isFault, ...(run.isLocked ? { limit: true } : {}) },
  });
}

/** Removes what the preparation wrote. Returns an alert if that fails: the outcome of the run stays as it is. */
export async function disposePrepared({
  dispose,
}: Pick<PreparedRun, "dispose">): Promise<Alert | undefined> {
  try {
    await dispose();
    return undefined;
  } catch (error) {
    const message = `The temporary folder with code of the base commit cannot be removed: ${messageOf(error)}.`;
    return { level: "warn", code: "left-behind", message };
  }
}

/** Reports recorded answers that the run did not ask for: the recording was made of something else. */
function reportUnplayed({ prepared, ledger }: StartedRun): void {
  const turns = prepared.models.unplayed();
  if (turns.length === 0) return;
  const more = turns.length > MAX_NAMED ? `; and ${turns.length - MAX_NAMED} more` : "";
  const message = `Recorded, and not asked for: ${turns.slice(0, MAX_NAMED).join("; ")}${more}.`;
  ledger.alert({ level: "warn", code: "replay-unused", message });
}
