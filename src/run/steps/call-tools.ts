import type { PromptStep } from "../../model/recipe/prompt-step.ts";
import type { Recipe, RecipeStep } from "../../model/recipe/recipe.ts";
import { FileQueue } from "../../tools/changes/file-queue.ts";
import { bindCall, type CallBinding } from "../calls/bind-call.ts";
import { explainCalls } from "../calls/explain-calls.ts";
import { type FilledCall, fillStep } from "../calls/fill-step.ts";
import { endBatch, recordCall } from "../calls/record-call.ts";
import { runBatch } from "../calls/run-batch.ts";
import type { StepResults } from "../calls/step-results.ts";
import { decideAll } from "../decide/decide-all.ts";
import type { RunContext } from "../state/run-context.ts";

/** The state in which the steps of one recipe run. */
export interface StepRun {
  readonly context: RunContext;
  readonly results: StepResults;
  /** Receives the conditions of steps that were skipped, by the ids of the steps. */
  readonly skipped: Map<string, string>;
  readonly nextBatchId: () => string;
}

/**
 * Runs the calls of a step as one batch (T2, T3), and has the actions that they queued decided. Returns true if all
 * went well.
 */
export async function callTools(
  recipe: Recipe,
  step: Exclude<RecipeStep, PromptStep>,
  { context, results, nextBatchId }: StepRun,
): Promise<boolean> {
  const filled = fillStep(step, results);
  if ("fault" in filled) {
    alertExpressionFault(recipe, step, filled.fault, context);
    return false;
  }
  const batchId = nextBatchId();
  const shares = await sharesOf(filled.calls, recipe, context);
  if (shares?.every((share) => share === "none")) return true;
  const files = new FileQueue(context.world.root);
  const calls = await Promise.all(
    filled.calls.map(async ({ call, fromModel, untrusted }, index) => {
      const share = shares?.[index];
      const binding = { callId: `${batchId}-${index}`, files, fromModel, untrusted, share };
      const bound = await bindCall(recipe, call, binding, context);
      return { ...bound, step: { recipe: recipe.name, step: call.id } };
    }),
  );
  const { batch, isClean } = await runBatch(
    {
      recipe,
      step: { id: step.id, format: filled.calls.flatMap(({ call: { format = [] } }) => format) },
      batchId,
      calls,
      record: ({ notes, step: names }, outcome) =>
        recordCall(names, { outcome, notes, onFailure: "fails" }, context),
    },
    context,
  );
  await explainCalls(recipe, filled.calls, { calls, outcomes: batch.outcomes }, context);
  const isDone = endBatch(recipe, step, batch, context) && isClean;
  const outcomes = await decideAll({ recipe: recipe.name, step: step.id }, context);
  return isDone && outcomes.every(({ error }) => error === undefined);
}

/** Returns the shares of a shard, or of a merge, in calls. Undefined if the run is about the whole tree. */
async function sharesOf(
  calls: readonly FilledCall[],
  recipe: Recipe,
  context: RunContext,
): Promise<readonly CallBinding["share"][] | undefined> {
  const { shard, replay } = context.world;
  if ((shard ?? replay) === undefined) return undefined;
  const { shareOfCall } = await import("../calls/share-of-call.ts"); // Most runs are about the whole tree.
  return calls.map(({ call }) => shareOfCall(call, recipe, context));
}

/** Reports that an expression of a step cannot be evaluated. */
export function alertExpressionFault(
  recipe: Recipe,
  { id: step }: RecipeStep,
  message: string,
  { record: { ledger } }: RunContext,
): void {
  ledger.alert({ level: "error", code: "expression-failed", message, recipe: recipe.name, step });
}
