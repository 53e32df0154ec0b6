import type { Grammars } from "../edit/grammars.ts";
import { createScope } from "../files/scope.ts";
import type { EmitEvent } from "../model/events.ts";
import type { AstEditStep, Recipe, RecipeStep } from "../model/recipe.ts";
import { ToolError } from "../model/tool-error.ts";
import type { Workspace } from "../model/workspace.ts";
import type { Session } from "../resolve/session.ts";
import { type AstEditOutcome, createAstEditTool } from "../tools/ast-edit/ast-edit-tool.ts";
import { type BatchCall, type BatchOutcome, runToolBatch } from "../tools/run-tool-batch.ts";
import type { ActionOrigin } from "./action-origin.ts";
import { languageOfFiles } from "./recipe-languages.ts";
import type { RunLedger } from "./run-ledger.ts";

/** What the steps of a run share. */
export interface StepSurroundings {
  readonly session: Session;
  readonly workspace: Workspace;
  readonly grammars: Grammars;
  readonly ledger: RunLedger;
  readonly signal: AbortSignal;
  readonly emit: EmitEvent;
  /** Filled by the step: where each action that it queued came from. */
  readonly origins: Map<string, ActionOrigin>;
}

/** A step's calls as one batch (T2, T3): previews are queued, nothing is decided yet. Answers whether all went well. */
export async function runStep(
  recipe: Recipe,
  step: RecipeStep,
  batchNumber: number,
  surroundings: StepSurroundings,
): Promise<boolean> {
  const { session, ledger, emit, origins } = surroundings;
  const steps = step.kind === "parallel" ? step.steps : [step];
  const batchId = `tool-batch-${batchNumber}`;
  const calls = steps.map((call, index) =>
    bindCall(recipe, call, `${batchId}-${index}`, surroundings),
  );
  const outcomes = await runToolBatch(batchId, calls);
  const isQueuedNow = session.pending.list();
  for (const action of isQueuedNow) {
    const origin = origins.get(action.id);
    if (origin)
      emit({
        type: "action-queued",
        id: action.id,
        recipe: recipe.name,
        step: origin.step,
        label: action.label,
      });
  }
  for (const [index, outcome] of outcomes.entries()) {
    record(recipe.name, steps[index]?.id ?? step.id, outcome, ledger);
  }
  return outcomes.every((outcome) => outcome.kind === "done");
}

function bindCall(
  recipe: Recipe,
  step: AstEditStep,
  callId: string,
  { session, workspace, grammars, signal, emit, origins }: StepSurroundings,
): BatchCall {
  const scope = createScope(recipe.scope);
  const languageOf = languageOfFiles(recipe);
  const names = { recipe: recipe.name, step: step.id };
  return {
    callId,
    async execute(context) {
      const onProgress = (done: number, total: number) =>
        emit({ type: "progress", ...names, done, total });
      const owner = `${recipe.name}/${step.id}`;
      const environment = { workspace, scope, languageOf, grammars, signal, onProgress };
      const tool = createAstEditTool(session, environment, owner, (id) =>
        origins.set(id, { ...names, context }),
      );
      return tool.execute(step.params, context);
    },
  };
}

function record(recipe: string, step: string, outcome: BatchOutcome, ledger: RunLedger): void {
  if (outcome.kind === "failed") {
    if (!(outcome.error instanceof ToolError)) throw outcome.error;
    const { message } = outcome.error;
    ledger.alert({ level: "error", code: "tool-failed", message, recipe, step });
    return;
  }
  // The only tool of a step is ast_edit, and this is what it answers.
  const { searched, skipped, alerts } = outcome.result.details as AstEditOutcome;
  for (const path of searched) ledger.searchedFiles.add(path);
  ledger.skipped.push(...skipped.map(({ path, ...rest }) => ({ path, step, ...rest })));
  for (const alert of alerts) ledger.alert({ ...alert, recipe, step });
}
