import type { Recipe } from "../../model/recipe.ts";
import type { BatchOutcome } from "../../tools/batch-outcome.ts";
import { createHook } from "../../tools/hooks/create-hook.ts";
import { hookCode } from "../../tools/hooks/hook-code.ts";
import { type BatchCall, type BatchResult, runToolBatch } from "../../tools/run-tool-batch.ts";
import type { ToolHook } from "../../tools/tool-hook.ts";
import { discardQueued } from "../decide/forced-decisions.ts";
import type { RunContext } from "../state/run-context.ts";
import { type TreeWatch, watchTree } from "../tree/watch-tree.ts";

/** A batch of a step. */
export interface StepBatch {
  readonly recipe: Recipe;
  readonly step: { readonly id: string };
  readonly batchId: string;
  readonly calls: readonly BatchCall[];
  /** Default: what {@link watchForeign} answers. */
  readonly watch?: TreeWatch;
  /** Told of each call's outcome, in call order, before the batch is over. */
  readonly record: (outcome: BatchOutcome, index: number) => void;
}

/** What a batch came to; `isClean`: nothing was written by whoever may only look. */
export interface StepBatchOutcome {
  readonly batch: BatchResult;
  readonly isClean: boolean;
}

/** Runs calls as one batch (T2, T3): previews are queued, nothing is decided yet. */
export async function runBatch(
  { recipe, step, batchId, calls, record, ...given }: StepBatch,
  context: RunContext,
): Promise<StepBatchOutcome> {
  const { stop, ledger, session, origins, emit } = context;
  const known = new Set(session.pending.list().map(({ id }) => id));
  const watch = given.watch ?? (await watchForeign(recipe, calls, context));
  const hooks = hooksOf(recipe, context);
  const batch = await runToolBatch(batchId, calls, { hooks, signal: stop.signal });
  for (const { id, label } of session.pending.list()) {
    const origin = origins.get(id);
    if (origin && !known.has(id))
      emit({ type: "action-queued", id, recipe: recipe.name, step: origin.step, label });
  }
  for (const [index, outcome] of batch.outcomes.entries()) record(outcome, index);
  const written = (await watch?.changed()) ?? []; // Which leaves the workspace refreshed.
  if (written.length === 0) return { batch, isClean: true };
  const reason = `Files were written during a preview: ${written.join(", ")}.`;
  ledger.alert({
    level: "error",
    code: "preview-wrote",
    message: `${reason} A custom tool, or a hook, may only look; what it would write belongs into \`apply\`.`,
    recipe: recipe.name,
    step: step.id,
  });
  for (const { context: call } of batch.outcomes)
    discardQueued(call.callId, { ruleId: "preview-wrote", reason }, context);
  return { batch, isClean: false };
}

/** Watches the tree where code of the recipe may run in a batch; undefined where none does. */
export async function watchForeign(
  recipe: Recipe,
  calls: readonly Pick<BatchCall, "tool">[],
  { root, extensions, workspace, ownOutputs }: RunContext,
): Promise<TreeWatch | undefined> {
  const hasForeignCode =
    recipe.hooks.length > 0 || calls.some(({ tool }) => extensions.tools.has(tool));
  return hasForeignCode ? watchTree(root, workspace, ownOutputs) : undefined;
}

function hooksOf(recipe: Recipe, { root, stop, extensions }: RunContext): readonly ToolHook[] {
  const { signal } = stop;
  return recipe.hooks.map((hook, index) =>
    createHook(
      hook,
      { whose: `The hook hooks[${index}] of ${recipe.name}`, signal },
      hookCode(hook, { root, signal, loader: extensions.loader }),
    ),
  );
}
