import type { FileChange } from "../../model/action/preview.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import { textOf } from "../../model/tool.ts";
import { CancelledError } from "../../model/tool-error.ts";
import type { BatchOutcome } from "../../tools/batch/batch-outcome.ts";
import type { RunContext } from "../state/run-context.ts";
import type { BoundCall } from "./bind-call.ts";
import type { FilledCall } from "./fill-step.ts";

/** Explains what the calls of a step found, in call order, before their actions are decided; with `--why` only. */
export async function explainCalls(
  recipe: Recipe,
  filled: readonly FilledCall[],
  { calls, outcomes }: { calls: readonly BoundCall[]; outcomes: readonly BatchOutcome[] },
  { record: { explainer, ledger } }: RunContext,
): Promise<void> {
  if (explainer === undefined) return;
  for (const [index, { call: step }] of filled.entries()) {
    const [notes, outcome] = [calls[index]?.notes, outcomes[index]];
    if (notes === undefined || outcome === undefined) continue;
    const { findings, queued } = notes;
    const { kind, result } = outcome;
    const isFailed = kind === "failed" || result.isError === true;
    const failure = isFailed ? textOf(result) : undefined;
    try {
      const changes = { [Symbol.iterator]: () => changesOf(queued) };
      ledger.explain(await explainer.explain({ recipe, step, findings, changes, failure }));
    } catch (error) {
      // The run is being stopped, which is told elsewhere.
      if (!(error instanceof CancelledError)) throw error;
      return;
    }
  }
}

function* changesOf(queued: BoundCall["notes"]["queued"]): Generator<FileChange, void> {
  for (const { preview } of queued) if (preview.kind === "files") yield* preview.changes;
}
