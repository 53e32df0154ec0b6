import { createScope } from "../files/scope.ts";
import type { Alert } from "../model/alert.ts";
import type { CallStep, Recipe, RecipeStep } from "../model/recipe.ts";
import { textOf } from "../model/tool.ts";
import { CallFailedError, CancelledError, ToolError } from "../model/tool-error.ts";
import type { AstEditOutcome } from "../tools/ast-edit/ast-edit-tool.ts";
import { FileQueue } from "../tools/file-queue.ts";
import { createHook } from "../tools/hooks/create-hook.ts";
import { hookCode } from "../tools/hooks/hook-code.ts";
import {
  type BatchCall,
  type BatchOutcome,
  type BatchResult,
  runToolBatch,
} from "../tools/run-tool-batch.ts";
import { discardOutOfScope, discardQueued } from "./forced-decisions.ts";
import type { RunContext } from "./run-context.ts";
import { createStepTools } from "./step-tools.ts";
import { watchTree } from "./watch-tree.ts";

/** Limits of `ast_edit` are the run's own. */
const NO_LIMIT = 2 ** 31 - 1;

/**
 * A step's calls as one batch (T2, T3): previews are queued, nothing is decided yet. Answers whether all went well.
 */
export async function runStep(
  recipe: Recipe,
  step: RecipeStep,
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
  const watch = hasForeignCode ? await watchTree(root) : undefined;
  const hooks = recipe.hooks.map((hook, index) =>
    createHook(
      hook,
      `The hook hooks[${index}] of ${recipe.name}`,
      hookCode(hook, { root, signal: stop.signal, loader: extensions.loader }),
    ),
  );
  const batch = await runToolBatch(batchId, calls, { hooks, signal: stop.signal });
  announce(recipe, context);
  for (const [index, outcome] of batch.outcomes.entries())
    record(recipe, steps[index] ?? step, outcome, context);
  const isInOrder = endBatch(recipe, step, batch, context);
  const written = (await watch?.changed()) ?? [];
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

function bindCall(
  recipe: Recipe,
  step: CallStep,
  { callId, files }: { readonly callId: string; readonly files: FileQueue },
  context: RunContext,
): BatchCall {
  const { session, emit, origins, stop } = context;
  const names = { recipe: recipe.name, step: step.id };
  const tool = step.kind === "tool" ? step.tool : "ast_edit";
  const scope = createScope(recipe.scope);
  const tools = createStepTools(
    recipe,
    {
      session,
      owner: `${recipe.name}/${step.id}`,
      files,
      timeout: step.kind === "tool" ? step.timeout : NO_LIMIT,
      onQueued(action, call) {
        origins.set(action.id, { ...names, tool, context: call });
        discardOutOfScope(action, scope, context);
      },
      onProgress: (done, total) => emit({ type: "progress", ...names, done, total }),
    },
    context,
  );
  const { params } = step;
  return {
    callId,
    tool,
    params,
    execute: async (call) =>
      step.kind === "ast_edit"
        ? tools.astEdit.execute(step.params, call, stop.signal)
        : tools.registry.call(tool, params, stop.signal, call),
  };
}

/** Tells of what was queued. */
function announce(recipe: Recipe, { session, origins, emit }: RunContext): void {
  for (const { id, label } of session.pending.list()) {
    const origin = origins.get(id);
    if (origin) emit({ type: "action-queued", id, recipe: recipe.name, step: origin.step, label });
  }
}

/** What one call came to. What a call queued that is not in order is not applied. */
function record(
  recipe: Recipe,
  { id: step }: { readonly id: string },
  outcome: BatchOutcome,
  context: RunContext,
): void {
  const { ledger, stop } = context;
  const names = { recipe: recipe.name, step };
  const { callId } = outcome.context;
  if (outcome.tool !== "ast_edit")
    ledger.call({
      ...names,
      tool: outcome.tool,
      ...outcome.context,
      outcome: outcome.kind === "synthetic" ? "done" : outcome.kind,
      ...(outcome.result.isError === true ? { isError: true } : {}),
      text: textOf(outcome.result),
    });
  switch (outcome.kind) {
    case "done":
    case "synthetic":
      if (outcome.tool === "ast_edit" || outcome.tool === "ast_grep")
        recordSearch(outcome, names, context);
      else if (outcome.result.isError === true) failed(textOf(outcome.result));
      return;
    case "failed": {
      const { error } = outcome;
      if (!(error instanceof ToolError)) throw error;
      if (error instanceof CancelledError || stop.signal.aborted) stop.leaveOut();
      if (error instanceof CallFailedError) ledger.look(step, error);
      failed(error.message);
      return;
    }
    case "denied": {
      const { reason } = outcome;
      ledger.alert({ level: "error", code: "call-denied", message: reason, ...names });
      discardQueued(callId, { ruleId: "hook", reason }, context);
      return;
    }
    case "skipped":
      return;
  }
  function failed(message: string): void {
    ledger.alert({ level: "error", code: "tool-failed", message, ...names });
    const reason = "The call that queued it failed.";
    discardQueued(callId, { ruleId: "call-failed", reason }, context);
  }
}

function recordSearch(
  { result }: BatchOutcome,
  names: Pick<Alert, "recipe" | "step"> & { readonly step: string },
  { ledger }: RunContext,
): void {
  // What the tools that search answer.
  const { searched, skipped, alerts } = result.details as Omit<AstEditOutcome, "replacements">;
  ledger.look(names.step, { searched, skipped });
  for (const alert of alerts) ledger.alert({ ...alert, ...names });
}

/** What becomes of a batch that did not go on. Answers whether it did. */
function endBatch(
  recipe: Recipe,
  step: RecipeStep,
  { state, reason = "", outcomes }: BatchResult,
  context: RunContext,
): boolean {
  const { ledger, stop } = context;
  const alert = { recipe: recipe.name, step: step.id, message: reason };
  if (state === "aborted") ledger.alert({ level: "error", code: "batch-aborted", ...alert });
  if (state === "paused") {
    ledger.alert({ level: "warn", code: "batch-paused", ...alert });
    ledger.pause();
  }
  if (state === "cancelled" && stop.leaveOut() === undefined) {
    ledger.alert({ level: "error", code: "run-cancelled", ...alert });
    stop.cancel();
  }
  if (state !== "finished")
    for (const { context: call } of outcomes)
      discardQueued(call.callId, { ruleId: "hook", reason }, context);
  return (
    state === "finished" &&
    outcomes.every(
      ({ kind, result }) => (kind === "done" || kind === "synthetic") && result.isError !== true,
    )
  );
}
