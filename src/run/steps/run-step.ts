import type { PromptStep } from "../../model/prompt-step.ts";
import type { Recipe, RecipeStep } from "../../model/recipe.ts";
import { FileQueue } from "../../tools/file-queue.ts";
import { bindCall } from "../calls/bind-call.ts";
import type { FilledCall } from "../calls/fill-step.ts";
import { endBatch, recordOutcome } from "../calls/record-outcomes.ts";
import { runBatch } from "../calls/run-batch.ts";
import type { RunContext } from "../state/run-context.ts";

/**
 * A step's calls as one batch (T2, T3): previews are queued, nothing is decided yet. Answers whether all went well.
 */
export async function runStep(
  recipe: Recipe,
  step: Exclude<RecipeStep, PromptStep>,
  filled: readonly FilledCall[],
  { batchId, context }: { readonly batchId: string; readonly context: RunContext },
): Promise<boolean> {
  const files = new FileQueue(context.root);
  const calls = filled.map(({ call, fromModel, untrusted }, index) =>
    bindCall(recipe, call, { callId: `${batchId}-${index}`, files, fromModel, untrusted }, context),
  );
  const { batch, isClean } = await runBatch(
    {
      ...{ recipe, step, batchId, calls },
      record: (outcome, index) =>
        recordOutcome(recipe, filled[index]?.call ?? step, outcome, context),
    },
    context,
  );
  return endBatch(recipe, step, batch, context) && isClean;
}
