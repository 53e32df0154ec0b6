import type { FormattedStep } from "../../model/recipe/format-params.ts";
import type { Recipe, RecipeStep } from "../../model/recipe/recipe.ts";
import { startsCode } from "../../recipe/code-of.ts";
import type { BatchOutcome } from "../../tools/batch/batch-outcome.ts";
import {
  type BatchCall,
  type BatchResult,
  runToolBatch,
} from "../../tools/batch/run-tool-batch.ts";
import type { ToolHook } from "../../tools/batch/tool-hook.ts";
import { type TreeWatch, watchTree } from "../../tree/watch-tree.ts";
import { discardQueued } from "../decide/impose-decision.ts";
import type { RunContext, RunRecord } from "../state/run-context.ts";

/** A batch of a step. */
export interface StepBatch<Call extends BatchCall> {
  readonly recipe: Recipe;
  /** With the formatters of its calls. */
  readonly step: Pick<RecipeStep, "id"> & FormattedStep;
  readonly batchId: string;
  readonly calls: readonly Call[];
  /** Default: the result of {@link watchForeign}. */
  readonly watch?: TreeWatch | undefined;
  /** Called with the outcome of each call, in call order, before the batch is over. */
  readonly record: (call: Call, outcome: BatchOutcome) => void;
}

/** The outcome of a batch; `isClean`: no code that may only look has written. */
export interface StepBatchOutcome {
  readonly batch: BatchResult;
  readonly isClean: boolean;
}

/** Runs calls as one batch (T2, T3): previews are queued, nothing is decided yet. */
export async function runBatch<Call extends BatchCall>(
  { recipe, step, batchId, calls, record, ...given }: StepBatch<Call>,
  context: RunContext,
): Promise<StepBatchOutcome> {
  const { world, record: run } = context;
  const known = new Set(run.book.waiting());
  const watch = given.watch ?? (await watchForeign(recipe, calls, context, step));
  const hooks = await hooksOf(recipe, context);
  const { signal } = world.stop;
  // The calls of a run have limits of their own, and what one of them commits has to be recorded.
  const settleWithin = Number.POSITIVE_INFINITY;
  const batch = await runToolBatch(batchId, calls, { hooks, signal, settleWithin });
  for (const action of run.book.waiting())
    if (!known.has(action)) {
      const { id, label, sourceToolName } = action.pending;
      world.emit({
        type: "action-queued",
        id,
        recipe: recipe.name,
        step: action.origin.step,
        label,
        sourceToolName,
      });
    }
  for (const [index, outcome] of batch.outcomes.entries()) {
    const call = calls[index];
    if (call === undefined) throw new Error("A batch has an outcome for each of its calls.");
    record(call, outcome);
  }
  const written = (await watch?.changed()) ?? []; // Which leaves the workspace refreshed.
  if (written.length > 0) discardBatch(recipe, step, { written, batch }, run);
  return { batch, isClean: written.length === 0 };
}

const WRITES =
  "Code of a recipe may only read in the root during a preview: a command changes its copy, a formatter prints, and a custom " +
  "tool writes in `apply`. If another program wrote them, such as an editor or a log, run again, or let git ignore them.";

/** Discards everything that a batch queued, because code that may only look has written. */
function discardBatch(
  { name: recipe }: Recipe,
  { id: step }: Pick<RecipeStep, "id">,
  { written, batch }: { readonly written: readonly string[]; readonly batch: BatchResult },
  { ledger, book }: RunRecord,
): void {
  const reason = `Files were written during a preview: ${written.join(", ")}.`;
  const message = `${reason} ${WRITES}`;
  ledger.alert({ level: "error", code: "preview-wrote", message, recipe, step });
  for (const { context: call } of batch.outcomes)
    discardQueued(call, { ruleId: "preview-wrote", reason }, book);
}

/** Watches the tree if code of the recipe may run in a batch. */
export async function watchForeign(
  recipe: Recipe,
  calls: readonly Pick<BatchCall, "tool">[],
  { world, record, tooling: { extensions } }: RunContext,
  { format = [] }: FormattedStep = {},
): Promise<TreeWatch | undefined> {
  const { root, workspace, ownOutputs } = world;
  const parsers = recipe.parsers ?? record.policy?.parsers ?? [];
  const hasForeignCode =
    recipe.hooks.length + format.length + parsers.length > 0 ||
    calls.some(({ tool }) => startsCode(tool) || extensions.tools.has(tool));
  return hasForeignCode ? watchTree(root, workspace, ownOutputs) : undefined;
}

async function hooksOf(
  recipe: Recipe,
  { world: { root, stop }, tooling: { extensions } }: RunContext,
): Promise<readonly ToolHook[]> {
  if (recipe.hooks.length === 0) return [];
  const { createHook } = await import("../../tools/hooks/create-hook.ts");
  const { hookCode } = await import("../../tools/hooks/hook-code.ts");
  const { signal } = stop;
  return recipe.hooks.map((hook, index) =>
    createHook(
      hook,
      { whose: `The hook hooks[${index}] of ${recipe.name}`, signal },
      hookCode(hook, { root, signal, loader: extensions.loader }),
    ),
  );
}
