import type { Recipe } from "../model/recipe.ts";
import { decideAll } from "./decide-all.ts";
import { unmetExpectations } from "./expectations.ts";
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
    const ended = await decideAll(names, context);
    const isInOrder = isDone && ended.every(({ error }) => error === undefined);
    emit({ type: "step-finished", ...names });
    if (stop.cause) return;
    if (!isInOrder) break;
  }
  if (ledger.isPaused) return; // What is expected waits for a person, too.
  const actions = ledger.actions.slice(firstAction);
  for (const message of unmetExpectations(recipe.expect, actions))
    ledger.alert({ level: "error", code: "expectation", message, recipe: recipe.name });
}
