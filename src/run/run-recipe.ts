import type { Recipe, RecipeStep } from "../model/recipe.ts";
import { decideNext } from "./decide-pending.ts";
import { unmetExpectations } from "./expectations.ts";
import { findConflicts } from "./find-conflicts.ts";
import { previewOf } from "./preview-of.ts";
import type { RunContext } from "./run-context.ts";
import { runStep } from "./run-step.ts";

/** Runs the steps of one recipe in order. A step that fails ends its recipe; other recipes go on. */
export async function runRecipe(
  recipe: Recipe,
  context: RunContext,
  nextBatchId: () => string,
): Promise<void> {
  const { ledger, stop, emit } = context;
  const firstAction = ledger.actions.length;
  for (const step of recipe.steps) {
    if (stop.signal.aborted && stop.leaveOut()) return;
    const names = { recipe: recipe.name, step: step.id };
    emit({ type: "step-started", ...names });
    if (step.kind === "prompt") throw new Error("Prompt steps are not run yet.");
    const isDone = await runStep(recipe, step, nextBatchId(), context);
    const isInOrder = (await decideAll(recipe, step, context)) && isDone;
    emit({ type: "step-finished", ...names });
    if (stop.cause) return;
    if (!isInOrder) break;
  }
  if (ledger.isPaused) return; // What is expected waits for a person, too.
  const actions = ledger.actions.slice(firstAction);
  for (const message of unmetExpectations(recipe.expect, actions))
    ledger.alert({ level: "error", code: "expectation", message, recipe: recipe.name });
}

/** Decides everything that the step queued. Answers whether every apply went well. */
async function decideAll(recipe: Recipe, step: RecipeStep, context: RunContext): Promise<boolean> {
  const { session, ledger } = context;
  const pending = session.pending.list();
  const conflicts = findConflicts(
    pending.map((action) => ({ id: action.id, ...previewOf(action) })),
  );
  let isInOrder = true;
  for (
    let ended = await decideNext(context, conflicts);
    ended;
    ended = await decideNext(context, conflicts)
  ) {
    ledger.end(ended.report, ended.changes);
    // Applying in memory never waits for anything: signals and timers are let through here.
    await new Promise(setImmediate);
    if (!ended.error) continue;
    isInOrder = false;
    const code = ended.report.isStale === true ? "stale" : "apply-failed";
    const { message } = ended.error;
    ledger.alert({ level: "error", code, message, recipe: recipe.name, step: step.id });
  }
  return isInOrder;
}
