import type { PromptStep } from "../../model/recipe/prompt-step.ts";
import type { Recipe, RecipeStep } from "../../model/recipe/recipe.ts";
import { FileQueue } from "../../tools/changes/file-queue.ts";
import { bindCall } from "../calls/bind-call.ts";
import { explainCalls } from "../calls/explain-calls.ts";
import type { FilledCall } from "../calls/fill-step.ts";
import { endBatch, recordCall } from "../calls/record-call.ts";
import { runBatch } from "../calls/run-batch.ts";
import type { RunContext } from "../state/run-context.ts";

/** Runs a step's calls as one batch (T2, T3); previews are queued, not yet decided. Returns true if all went well. */
export async function runStep(
  recipe: Recipe,
  step: Exclude<RecipeStep, PromptStep>,
  filled: readonly FilledCall[],
  { batchId, context }: { readonly batchId: string; readonly context: RunContext },
): Promise<boolean> {
  const files = new FileQueue(context.world.root);
  const calls = filled.map(({ call, fromModel, untrusted }, index) => ({
    ...bindCall(
      recipe,
      call,
      { callId: `${batchId}-${index}`, files, fromModel, untrusted },
      context,
    ),
    step: { recipe: recipe.name, step: call.id },
  }));
  const { batch, isClean } = await runBatch(
    {
      recipe,
      step: { id: step.id, format: filled.flatMap(({ call: { format = [] } }) => format) },
      batchId,
      calls,
      record: ({ notes, step: names }, outcome) =>
        recordCall(names, { outcome, notes, onFailure: "fails" }, context),
    },
    context,
  );
  await explainCalls(recipe, filled, { calls, outcomes: batch.outcomes }, context);
  return endBatch(recipe, step, batch, context) && isClean;
}
