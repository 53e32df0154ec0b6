import type { PromptStep } from "../model/prompt-step.ts";
import type { Recipe, RecipeStep } from "../model/recipe.ts";
import { FileQueue } from "../tools/file-queue.ts";
import { createHook } from "../tools/hooks/create-hook.ts";
import { hookCode } from "../tools/hooks/hook-code.ts";
import { runToolBatch } from "../tools/run-tool-batch.ts";
import { bindCall } from "./bind-call.ts";
import { discardQueued } from "./forced-decisions.ts";
import { endBatch, recordOutcome } from "./record-outcomes.ts";
import type { RunContext } from "./run-context.ts";
import { watchTree } from "./watch-tree.ts";

/**
 * A step's calls as one batch (T2, T3): previews are queued, nothing is decided yet. Answers whether all went well.
 */
export async function runStep(
  recipe: Recipe,
  step: Exclude<RecipeStep, PromptStep>,
  batchId: string,
  context: RunContext,
): Promise<boolean> {
  const { root, stop, extensions } = context;
  const steps = step.kind === "parallel" ? step.steps : [step];
  const files = new FileQueue(root);
  const calls = steps.map((call, index) =>
    bindCall(recipe, call, { callId: `${batchId}-${index}`, files }, context),
  );
  const hasForeignCode =
    recipe.hooks.length > 0 || calls.some(({ tool }) => extensions.tools.has(tool));
  const watch = hasForeignCode ? await watchTree(root, context.workspace) : undefined;
  const hooks = recipe.hooks.map((hook, index) =>
    createHook(
      hook,
      { whose: `The hook hooks[${index}] of ${recipe.name}`, signal: stop.signal },
      hookCode(hook, { root, signal: stop.signal, loader: extensions.loader }),
    ),
  );
  const batch = await runToolBatch(batchId, calls, { hooks, signal: stop.signal });
  announce(recipe, context);
  for (const [index, outcome] of batch.outcomes.entries())
    recordOutcome(recipe, steps[index] ?? step, outcome, context);
  const isInOrder = endBatch(recipe, step, batch, context);
  const written = (await watch?.changed()) ?? []; // Which leaves the workspace refreshed.
  if (written.length === 0) return isInOrder;
  const reason = `Files were written during a preview: ${written.join(", ")}.`;
  context.ledger.alert({
    level: "error",
    code: "preview-wrote",
    message: `${reason} A custom tool, or a hook, may only look; what it would write belongs into \`apply\`.`,
    recipe: recipe.name,
    step: step.id,
  });
  for (const { context: call } of batch.outcomes)
    discardQueued(call.callId, { ruleId: "preview-wrote", reason }, context);
  return false;
}

/** Tells of what was queued. */
function announce(recipe: Recipe, { session, origins, emit }: RunContext): void {
  for (const { id, label } of session.pending.list()) {
    const origin = origins.get(id);
    if (origin) emit({ type: "action-queued", id, recipe: recipe.name, step: origin.step, label });
  }
}
