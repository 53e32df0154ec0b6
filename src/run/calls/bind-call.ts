import { createScope } from "../../files/scope.ts";
import type { CallStep, Recipe, ToolStep } from "../../model/recipe.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { PendingAction } from "../../resolve/pending-action.ts";
import { TimeLimitError, withTimeLimit } from "../../shared/process/time-limit.ts";
import type { FileQueue } from "../../tools/file-queue.ts";
import type { BatchCall } from "../../tools/run-tool-batch.ts";
import { discardOutOfScope, discardUntakeable } from "../decide/forced-decisions.ts";
import type { ActionOrigin } from "../state/action-origin.ts";
import type { RunContext } from "../state/run-context.ts";
import { createStepTools } from "./step-tools.ts";

/** What an action of `ast_edit` may take: as long as the run. */
const NO_LIMIT = 2 ** 31 - 1;

async function limited<T>(
  { tool, timeout }: ToolStep,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withTimeLimit(timeout, signal, work);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    throw new ToolError(`\`${tool}\` did not end: ${error.message}`, { cause: error });
  }
}

/** What a call is bound with beside its step. */
export interface CallBinding extends Pick<ActionOrigin, "fromModel" | "untrusted"> {
  readonly callId: string;
  /** One for all calls of the batch (T17). */
  readonly files: FileQueue;
  /** Fires when nobody waits for the call any more. Default: when the run is to end. */
  readonly until?: AbortSignal;
}

/** A call of a recipe, or of a model, bound to its tool. What it queues is noted with where it came from. */
export function bindCall(
  recipe: Recipe,
  step: CallStep,
  { callId, files, fromModel, untrusted, ...binding }: CallBinding,
  context: RunContext,
): BatchCall {
  const { session, emit, origins, stop } = context;
  const { until = stop.signal } = binding;
  const names = { recipe: recipe.name, step: step.id };
  const tool = step.kind === "tool" ? step.tool : "ast_edit";
  const scope = createScope(recipe.scope);
  const queued: PendingAction[] = [];
  const tools = createStepTools(
    recipe,
    {
      session,
      owner: `${recipe.name}/${step.id}`,
      files,
      timeout: step.kind === "tool" ? step.timeout : NO_LIMIT,
      onQueued(action, call) {
        origins.set(action.id, { ...names, tool, context: call, fromModel, untrusted });
        queued.push(action);
      },
      onAlert: (alert) =>
        context.callAlerts.set(callId, [...(context.callAlerts.get(callId) ?? []), alert]),
      onProgress: (done, total) => emit({ type: "progress", ...names, done, total }),
    },
    context,
  );
  const { params } = step;
  return {
    callId,
    tool,
    params,
    async execute(call) {
      try {
        if (step.kind === "ast_edit") return await tools.astEdit.execute(step.params, call, until);
        return await limited(step, until, (signal) =>
          tools.registry.call(tool, params, signal, call),
        );
      } finally {
        // Nothing is queued when a call is over.
        for (const action of queued) {
          await discardOutOfScope(action, scope, context);
          discardUntakeable(action, context);
        }
      }
    },
  };
}
