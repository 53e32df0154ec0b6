import { SearchCache } from "../cache/search-cache.ts";
import { createGrammars } from "../edit/grammars.ts";
import { hasErrors } from "../model/diagnostic.ts";
import { exitOf } from "../model/exit-code.ts";
import type { FileChange } from "../model/preview.ts";
import type { Report } from "../model/report.ts";
import { isDryRun } from "../model/run-kind.ts";
import type { SearchSettings } from "../model/search-settings.ts";
import { totalsOf } from "../model/totals.ts";
import { createSession } from "../resolve/session.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { bringsCache } from "./brings-cache.ts";
import { createDiskWorkspace, createOverlayWorkspace } from "./disk-workspace.ts";
import { startGitListing } from "./git-listing.ts";
import { type PreparedRun, prepareRun } from "./prepare-run.ts";
import { grammarPlaces } from "./recipe-languages.ts";
import { refuseChanged } from "./refuse-changed.ts";
import type { RunRequest, RunSurroundings } from "./request.ts";
import type { RunContext } from "./run-context.ts";
import { RunLedger } from "./run-ledger.ts";
import { runRecipe } from "./run-recipe.ts";
import { RunStop } from "./run-stop.ts";
import type { TreeWatch } from "./watch-tree.ts";

/** A run that ended, and what others make of it than its report. */
export interface FinishedRun {
  readonly report: Report;
  readonly prepared: PreparedRun;
  /** What each action did to its files, or would do, by the action's id. */
  readonly changes: ReadonlyMap<string, readonly FileChange[]>;
}

/**
 * Previews every step, and decides every pending action (DESIGN.md, "The life of one run"). A dry run does the
 * same on an overlay and never writes. Nothing that a person got wrong throws: it is in the report's
 * diagnostics, and then nothing was run.
 */
export async function carryOutRun(
  request: RunRequest,
  surroundings: RunSurroundings,
): Promise<FinishedRun> {
  const { emit, now } = surroundings;
  const startedAt = now();
  const id = surroundings.newRunId();
  const listing = surroundings.listing ?? startGitListing(request.root);
  const prepared = await prepareRun(request, { ...surroundings, listing });
  emit({
    type: "run-started",
    runId: id,
    command: request.command,
    recipes: prepared.recipes.map(({ name }) => name),
  });
  for (const diagnostic of prepared.diagnostics) emit({ type: "diagnostic", diagnostic });
  const ledger = new RunLedger(emit);
  const stop = new RunStop(surroundings.interrupted, surroundings.timedOut);
  const isInvalid = hasErrors(prepared.diagnostics);
  const isDry = isDryRun(request.command);
  let isFault = false;
  try {
    if (isInvalid)
      stop.leaveOut(); // Also what was being prepared.
    else {
      const grammars = createGrammars(grammarPlaces(request.root, surroundings.ownFolder));
      const cache = (await bringsCache(listing)) ? undefined : openCache(request, surroundings, id);
      const search = searchSettings(surroundings, cache);
      const workspace = (isDry ? createOverlayWorkspace : createDiskWorkspace)(
        request.root,
        listing,
      );
      await runAll(prepared, request, { workspace, grammars, search, ledger, stop, emit });
      if (surroundings.keepsCache !== false) cache?.save();
    }
  } catch (error) {
    // A promise of our own code is broken. What was written by then must still be told.
    isFault = true;
    emit({
      type: "fault",
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
  if (stop.cause === "timeout")
    ledger.alert({ level: "warn", code: "timeout", message: "The time limit ended the run." });
  const { signalCode } = stop;
  const exit = exitOf({
    ...ledger.findings({ check: request.check, isDryRun: isDry }),
    ...(signalCode === undefined ? {} : { signalCode }),
    isFault,
    invalid: isInvalid,
    limit: stop.cause === "timeout",
  });
  const isForgiven = request.exitZero && (exit.exitCode === 1 || exit.exitCode === 4);
  const exitCode = isForgiven ? 0 : exit.exitCode;
  const totals = totalsOf(ledger.actions, ledger.skipped, ledger.searchedFiles);
  emit({ type: "run-finished", outcome: exit.outcome, exitCode, totals });
  const report: Report = {
    formatVersion: "1.0",
    run: {
      id,
      command: request.command,
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.max(0, Math.round(now() - startedAt)),
    },
    outcome: exit.outcome,
    exitCode,
    totals,
    actions: ledger.actions,
    calls: ledger.calls,
    skipped: ledger.skipped,
    alerts: ledger.alerts,
    diagnostics: prepared.diagnostics,
  };
  return { report, prepared, changes: ledger.changes };
}

/** Absent where nothing is kept from run to run. */
function openCache(
  { root, command, cache }: RunRequest,
  { now, build }: RunSurroundings,
  runId: string,
): SearchCache | undefined {
  if (!cache || build === undefined) return undefined;
  return new SearchCache({ root, now, runId }, { keepsLooks: isDryRun(command) });
}

function searchSettings(
  { build = "", threads }: RunSurroundings,
  memory: SearchCache | undefined,
): SearchSettings {
  return { build, ...definedOnly({ memory, threads }) };
}

async function runAll(
  { recipes, policy, extensions, watch }: PreparedRun,
  { command, root }: RunRequest,
  shared: Pick<RunContext, "workspace" | "grammars" | "search" | "ledger" | "stop" | "emit">,
): Promise<void> {
  if (extensions === undefined) throw new Error("Only what was prepared is run.");
  const isDry = isDryRun(command);
  const context: RunContext = {
    ...shared,
    root,
    session: createSession({ root, ...(policy ? { order: policy.order } : {}) }),
    isDryRun: isDry,
    isPlanned: command === "plan",
    origins: new Map(),
    forced: new Map(),
    extensions,
    ...(policy ? { policy } : {}),
  };
  let batches = 0;
  for (const recipe of recipes) {
    await runRecipe(recipe, context, () => `tool-batch-${batches++}`);
  }
  if (isDry && watch) await refuseWritten(watch, context);
  if (isDry) await refuseChanged(context);
}

/** A dry run is verified: also what code of a recipe wrote when its call was over. */
async function refuseWritten(watch: TreeWatch, { ledger }: RunContext): Promise<void> {
  const isTold = ledger.alerts.some(({ code }) => code === "preview-wrote");
  const written = isTold ? [] : await watch.changed();
  if (written.length === 0) return;
  const message = `Files were written during a preview: ${written.join(", ")}.`;
  ledger.alert({ level: "error", code: "preview-wrote", message });
}
