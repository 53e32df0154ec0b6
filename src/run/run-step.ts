import { createScope } from "../files/scope.ts";
import type { AstEditStep, Recipe, RecipeStep } from "../model/recipe.ts";
import { CallFailedError, CancelledError, ToolError } from "../model/tool-error.ts";
import { type AstEditOutcome, createAstEditTool } from "../tools/ast-edit/ast-edit-tool.ts";
import { type BatchCall, type BatchOutcome, runToolBatch } from "../tools/run-tool-batch.ts";
import { languageOfFiles } from "./recipe-languages.ts";
import type { RunContext } from "./run-context.ts";

/** A step's calls as one batch (T2, T3): previews are queued, nothing is decided yet. Answers whether all went well. */
export async function runStep(
  recipe: Recipe,
  step: RecipeStep,
  batchId: string,
  context: RunContext,
): Promise<boolean> {
  const { session, emit, origins } = context;
  const steps = step.kind === "parallel" ? step.steps : [step];
  const calls = steps.map((call, index) => bindCall(recipe, call, `${batchId}-${index}`, context));
  const outcomes = await runToolBatch(batchId, calls);
  for (const action of session.pending.list()) {
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
    record(recipe.name, steps[index]?.id ?? step.id, outcome, context);
  }
  return outcomes.every((outcome) => outcome.kind === "done");
}

function bindCall(
  recipe: Recipe,
  step: AstEditStep,
  callId: string,
  { session, workspace, grammars, search, stop, emit, origins }: RunContext,
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
      const environment = {
        workspace,
        scope,
        languageOf,
        grammars,
        search,
        signal: stop.signal,
        onProgress,
      };
      const tool = createAstEditTool(session, environment, owner, (id) =>
        origins.set(id, { ...names, context }),
      );
      return tool.execute(step.params, context);
    },
  };
}

function record(
  recipe: string,
  step: string,
  outcome: BatchOutcome,
  { ledger, stop }: RunContext,
): void {
  if (outcome.kind === "failed") {
    const { error } = outcome;
    if (!(error instanceof ToolError)) throw error;
    if (error instanceof CancelledError) stop.leaveOut();
    if (error instanceof CallFailedError) ledger.look(step, error);
    const { message } = error;
    ledger.alert({ level: "error", code: "tool-failed", message, recipe, step });
    return;
  }
  // The only tool of a step is ast_edit, and this is what it answers.
  const { searched, skipped, alerts } = outcome.result.details as AstEditOutcome;
  ledger.look(step, { searched, skipped });
  for (const alert of alerts) ledger.alert({ ...alert, recipe, step });
}
