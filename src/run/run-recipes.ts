import { createGrammars, type Grammars } from "../edit/grammars.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import { exitOf } from "../model/exit-code.ts";
import type { Policy } from "../model/policy.ts";
import type { Recipe } from "../model/recipe.ts";
import type { ActionReport, Report } from "../model/report.ts";
import { totalsOf } from "../model/totals.ts";
import type { Workspace } from "../model/workspace.ts";
import { createSession } from "../resolve/session.ts";
import type { ActionOrigin } from "./action-origin.ts";
import { decideNext } from "./decide-pending.ts";
import { createDiskWorkspace, createOverlayWorkspace } from "./disk-workspace.ts";
import { unmetExpectations } from "./expectations.ts";
import { prepareRun } from "./prepare-run.ts";
import { grammarPlaces } from "./recipe-languages.ts";
import type { RunRequest, RunSurroundings } from "./request.ts";
import { RunLedger } from "./run-ledger.ts";
import { runStep } from "./run-step.ts";

/** `sluice run`: previews, decides and applies. See {@link runRecipes}. */
export function run(
  request: Omit<RunRequest, "command">,
  surroundings: RunSurroundings,
): Promise<Report> {
  return runRecipes({ ...request, command: "run" }, surroundings);
}

/** `sluice preview`: the same on an overlay; never writes. See {@link runRecipes}. */
export function preview(
  request: Omit<RunRequest, "command">,
  surroundings: RunSurroundings,
): Promise<Report> {
  return runRecipes({ ...request, command: "preview" }, surroundings);
}

/**
 * `sluice run` and `sluice preview`: previews every step, decides every pending action, and answers
 * the report (DESIGN.md, "The life of one run"). A preview does the same on an overlay and never
 * writes. Nothing that a person got wrong throws: it is in the report's diagnostics, and then nothing
 * was run.
 */
export async function runRecipes(
  request: RunRequest,
  surroundings: RunSurroundings,
): Promise<Report> {
  const { emit, now } = surroundings;
  const startedAt = now();
  const id = surroundings.newRunId();
  const prepared = await prepareRun(request, surroundings);
  emit({
    type: "run-started",
    runId: id,
    command: request.command,
    recipes: prepared.recipes.map(({ name }) => name),
  });
  for (const diagnostic of prepared.diagnostics) emit({ type: "diagnostic", diagnostic });
  const ledger = new RunLedger(emit);
  const isInvalid = hasErrors(prepared.diagnostics);
  if (!isInvalid) await runAll(prepared.recipes, prepared.policy, request, surroundings, ledger);
  const report = reportOf(request, surroundings, ledger, {
    run: {
      id,
      command: request.command,
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.max(0, Math.round(now() - startedAt)),
    },
    diagnostics: prepared.diagnostics,
  });
  const { outcome, exitCode, totals } = report;
  emit({ type: "run-finished", outcome, exitCode, totals });
  return report;
}

async function runAll(
  recipes: readonly Recipe[],
  policy: Policy | undefined,
  request: RunRequest,
  surroundings: RunSurroundings,
  ledger: RunLedger,
): Promise<void> {
  const workspace =
    request.command === "run"
      ? createDiskWorkspace(request.root)
      : createOverlayWorkspace(request.root);
  const grammars = createGrammars(grammarPlaces(request.root, surroundings.ownFolder));
  const batches = { next: 0 };
  for (const recipe of recipes) {
    await runRecipe(
      recipe,
      policy,
      { workspace, grammars },
      batches,
      request,
      surroundings,
      ledger,
    );
  }
}

/** Runs the steps of one recipe in order. A step that fails ends its recipe; other recipes go on. */
async function runRecipe(
  recipe: Recipe,
  policy: Policy | undefined,
  tree: { readonly workspace: Workspace; readonly grammars: Grammars },
  batches: { next: number },
  request: RunRequest,
  { emit, interrupted, timedOut }: RunSurroundings,
  ledger: RunLedger,
): Promise<void> {
  const session = createSession();
  const origins = new Map<string, ActionOrigin>();
  const signal = AbortSignal.any([interrupted, timedOut]);
  const firstAction = ledger.actions.length;
  const stopReason = () => {
    if (interrupted.aborted) return "The run was interrupted before this action was decided.";
    return timedOut.aborted
      ? "The time limit ended the run before this action was decided."
      : undefined;
  };
  for (const step of recipe.steps) {
    if (signal.aborted) break;
    const names = { recipe: recipe.name, step: step.id };
    emit({ type: "step-started", ...names });
    const context = { session, ...tree, ledger, signal, emit, origins };
    let isInOrder = await runStep(recipe, step, batches.next++, context);
    const originOf = (id: string) => {
      const origin = origins.get(id);
      if (!origin) throw new Error(`The pending action ${id} has no origin.`);
      return origin;
    };
    const isDryRun = request.command === "preview";
    const deciding = { session, isDryRun, originOf, stopReason, ...(policy ? { policy } : {}) };
    for (let ended = await decideNext(deciding); ended; ended = await decideNext(deciding)) {
      ledger.end(ended.report);
      if (!ended.error) continue;
      isInOrder = false;
      const code = ended.report.isStale === true ? "stale" : "apply-failed";
      ledger.alert({ level: "error", code, message: ended.error.message, ...names });
    }
    emit({ type: "step-finished", ...names });
    if (!isInOrder) break;
  }
  if (signal.aborted) return;
  const actions = ledger.actions.slice(firstAction);
  for (const message of unmetExpectations(recipe.expect, actions))
    ledger.alert({ level: "error", code: "expectation", message, recipe: recipe.name });
}

function reportOf(
  request: RunRequest,
  { interrupted, timedOut }: RunSurroundings,
  ledger: RunLedger,
  { run, diagnostics }: { run: Report["run"]; diagnostics: readonly Diagnostic[] },
): Report {
  if (timedOut.aborted && !interrupted.aborted)
    ledger.alert({ level: "warn", code: "timeout", message: "The time limit ended the run." });
  const { exitCode, outcome } = exitOf({
    ...ledger.findings(request.check),
    ...(interrupted.aborted ? { signalCode: interrupted.reason === 143 ? 143 : 130 } : {}),
    invalid: hasErrors(diagnostics),
    limit: timedOut.aborted,
  });
  const isForgiven = request.exitZero && (exitCode === 1 || exitCode === 4);
  const actions: ActionReport[] = ledger.actions;
  return {
    formatVersion: "1.0",
    run,
    outcome,
    exitCode: isForgiven ? 0 : exitCode,
    totals: totalsOf(actions, ledger.skipped, ledger.searchedFiles),
    actions,
    skipped: ledger.skipped,
    alerts: ledger.alerts,
    diagnostics: [...diagnostics],
  };
}
