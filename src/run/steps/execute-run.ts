import { hasErrors } from "../../model/diagnostic.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { redactor } from "../../shared/redact.ts";
import { stackOf } from "../../shared/stack-of.ts";
import { leaveTransaction, settleTransaction } from "../decide/settle-transaction.ts";
import { type PreparedRun, prepareRun } from "../prepare/prepare-run.ts";
import type { RunRequest, RunWorld } from "../request/request.ts";
import { reportOf } from "../state/report-of.ts";
import { RunLedger } from "../state/run-ledger.ts";
import type { RunOutcome } from "../state/run-outcome.ts";
import { RunStop } from "../state/run-stop.ts";
import { DirtyFiles } from "../tree/dirty-files.ts";
import { type GitListing, startGitListing } from "../tree/git-listing.ts";
import { openSearch } from "../tree/open-search.ts";
import { ownOutputsOf } from "../tree/own-outputs.ts";
import type { NoWriting } from "../write/hold-lock.ts";
import { openWorkspace } from "../write/open-workspace.ts";
import { recoveredAlerts } from "../write/recover-here.ts";
import { RunWriter } from "../write/run-writer.ts";
import { beginWriting, type Writing } from "../write/writing.ts";
import { keepRun } from "./keep-run.ts";
import { runSteps } from "./run-steps.ts";

/**
 * Previews every step, and decides every pending action (DESIGN.md, "The life of one run"). A dry run does the
 * same on an overlay and never writes. Nothing that a person got wrong throws: it is in the report's
 * diagnostics, and then nothing was run.
 */
export async function executeRun(request: RunRequest, surroundings: RunWorld): Promise<RunOutcome> {
  const { root, command, lockTimeout } = request;
  const startedAt = surroundings.now();
  const listing = surroundings.listing ?? startGitListing(root);
  const prepared = await prepareRun(request, { ...surroundings, listing });
  const stop = new RunStop(surroundings.interrupted, surroundings.timedOut);
  const begun = { startedAt, listing, prepared, stop };
  if (isDryRun(command) || hasErrors(prepared.diagnostics))
    return finishRun(request, surroundings, begun);
  const { signal } = stop;
  const writing = await beginWriting({ root, command, lockTimeout, signal, listing }, surroundings);
  try {
    return await finishRun(request, surroundings, { ...begun, writing });
  } finally {
    if (writing.kind === "writing") await writing.release();
  }
}

/** A run of which everything was read and checked. */
interface BegunRun {
  readonly startedAt: number;
  readonly listing: GitListing;
  readonly prepared: PreparedRun;
  readonly stop: RunStop;
  /** Absent where nothing is to be written. */
  readonly writing?: Writing | NoWriting;
}

async function finishRun(
  request: RunRequest,
  surroundings: RunWorld,
  { startedAt, listing, prepared, stop, writing }: BegunRun,
): Promise<RunOutcome> {
  const { emit, now } = surroundings;
  const { command } = request;
  const { recipes, policy, diagnostics } = prepared;
  const wished = surroundings.newRunId();
  const id = writing?.kind === "writing" ? writing.freeRunId(wished) : wished;
  const names = recipes.map(({ name }) => name);
  emit({ type: "run-started", runId: id, command, recipes: names });
  for (const diagnostic of diagnostics) emit({ type: "diagnostic", diagnostic });
  const isOneTransaction = writing?.kind === "writing" && policy?.transaction === "run";
  const { models } = prepared;
  const redact = redactor(models.secrets);
  const ledger = new RunLedger(emit, { isSettled: !isOneTransaction, redact });
  const isInvalid = hasErrors(diagnostics);
  const isDry = isDryRun(command);
  const started = new Date(startedAt).toISOString();
  const writer =
    writing?.kind === "writing"
      ? new RunWriter(
          writing.journal({
            ...{ id, command, startedAt: started, recipes: names },
            ...definedOnly({ resumes: prepared.resumed?.id }),
          }),
        )
      : undefined;
  let isFault = false;
  try {
    if (isInvalid)
      stop.leaveOut(); // Also what was being prepared.
    else if (writing !== undefined && writing.kind !== "writing") refuse(writing, ledger, stop);
    else {
      for (const alert of recoveredAlerts(writing?.recovered ?? [])) ledger.alert(alert);
      const tree = writing?.isTreeNew === true ? listing.again() : listing;
      const { save, ...search } = await openSearch(request, surroundings, {
        runId: id,
        listing: tree,
      });
      const { workspace, waiting } = openWorkspace(
        request.root,
        tree,
        writer,
        policy?.transaction ?? "action",
      );
      const dirty = new DirtyFiles(tree, workspace);
      const resumed = writing ? prepared.resumed?.again() : prepared.resumed;
      const { after } = surroundings;
      const shared = {
        ...{ root: request.root, workspace, ...search, ledger, stop, emit, dirty },
        ...{ models, redact, after },
        ownOutputs: ownOutputsOf(request, surroundings.cwd),
      };
      const context = {
        ...shared,
        isDryRun: isDry,
        isPlanned: command === "plan",
        ...definedOnly({ writer, resumed }),
      };
      await runSteps(prepared, request.maxActions, context);
      if (waiting) await settleTransaction(waiting, context);
      if (surroundings.keepsCache !== false) save();
    }
  } catch (error) {
    // A promise of our own code is broken. What was written by then must still be told.
    isFault = true;
    emit({
      type: "fault",
      detail: stackOf(error),
    });
  }
  if (!isInvalid && !isFault && stop.cause === undefined) tellUnplayed(models.unplayed(), ledger);
  leaveTransaction(ledger);
  if (stop.cause === "timeout")
    ledger.alert({ level: "warn", code: "timeout", message: "The time limit ended the run." });
  const reportNow = () =>
    reportOf(ledger, {
      run: { id, command, startedAt: started, durationMs: Math.round(now() - startedAt) },
      diagnostics,
      stop,
      ...{ isFault, check: request.check, exitZero: request.exitZero },
      isLocked: writing?.kind === "locked",
    });
  if (writer) {
    const finished = { report: reportNow(), prepared, changes: ledger.changes };
    const alert = await keepRun(writer, finished, request.root, surroundings);
    if (alert) ledger.alert(alert);
  }
  const report = reportNow();
  const { outcome, exitCode, totals } = report;
  emit({ type: "run-finished", outcome, exitCode, totals });
  return { report, prepared, changes: ledger.changes };
}

/** At most so many are named. */
const MAX_NAMED = 10;

/** A recording has more than the run asked for: it was made of something else. */
function tellUnplayed(turns: readonly string[], ledger: RunLedger): void {
  if (turns.length === 0) return;
  const more = turns.length > MAX_NAMED ? `; and ${turns.length - MAX_NAMED} more` : "";
  const message = `Recorded, and not asked for: ${turns.slice(0, MAX_NAMED).join("; ")}${more}.`;
  ledger.alert({ level: "warn", code: "replay-unused", message });
}

/** Why nothing is run. */
function refuse({ kind, message }: NoWriting, ledger: RunLedger, stop: RunStop): void {
  if (kind === "stopped") stop.leaveOut();
  else ledger.alert({ level: kind === "locked" ? "warn" : "error", code: kind, message });
}
