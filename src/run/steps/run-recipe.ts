import type { PromptStep } from "../../model/recipe/prompt-step.ts";
import type { Recipe, RecipeStep } from "../../model/recipe/recipe.ts";
import { recipeAround } from "../../model/recipe/used-recipes.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { evaluateCondition, isOfAllShards } from "../calls/step-condition.ts";
import { outputsOf, type StepOutcome, type StepResults, withStep } from "../calls/step-results.ts";
import type { PromptStepOutcome } from "../prompt/run-prompt-step.ts";
import { HeldFiles } from "../state/held-files.ts";
import type { RunContext } from "../state/run-context.ts";
import { alertExpressionFault, callTools, type StepRun } from "./call-tools.ts";
import { conditionsOf } from "./conditions-of-step.ts";
import { unmetByRecipe } from "./expectations.ts";
import { judgeFound, withFound } from "./found-in-step.ts";

/** Runs the steps of one recipe in order. A step that fails ends its recipe; other recipes go on. */
export async function runRecipe(
  recipe: Recipe,
  shared: RunContext,
  nextBatchId: () => string,
): Promise<void> {
  const heldFiles = new HeldFiles();
  const context: RunContext = { ...shared, record: { ...shared.record, leftAlone: heldFiles } };
  const { ledger } = context.record;
  const { stop, emit } = context.world;
  const firstAction = ledger.actions.length;
  const results = new Map<string, StepOutcome>();
  const skipped = new Map<string, string>();
  for (const step of recipe.steps) {
    if (stop.ended || (stop.signal.aborted && stop.leaveOut())) return;
    const names = { recipe: recipe.name, step: step.id };
    emit({ type: "step-started", ...names });
    const firstOfStep = ledger.actions.length;
    const result = await runStep(recipe, step, { context, results, skipped, nextBatchId });
    results.set(step.id, result);
    if (step.kind === "parallel") {
      const actions = ledger.actions.slice(firstOfStep);
      for (const { id } of step.steps)
        results.set(id, withFound(callResult(id, result, actions), recipe, id, context));
    }
    for (const { id } of step.used ?? []) results.set(id, withStep(results.get(id), result));
    const { outcome } = result;
    const found = judgeFound(recipe, step, context);
    ledger.step({ ...names, outcome, ...definedOnly({ when: skipped.get(step.id), found }) });
    if (stop.cause || stop.ended) return;
    if (result.outcome === "failed") break;
    if (isStoppedBy(ledger.actions.slice(firstOfStep), recipe, { heldFiles, context })) break;
  }
  // They wait for a person, or for `merge`, too.
  if (ledger.isPaused || context.world.shard !== undefined) return;
  reportUnmet(recipe, { firstAction, results }, context);
}

/** Reports the expectations of a recipe that its actions did not meet. */
function reportUnmet(
  recipe: Recipe,
  { firstAction, results }: { readonly firstAction: number; readonly results: StepResults },
  { record: { ledger, past } }: RunContext,
): void {
  const actions = ledger.actions.slice(firstAction);
  // Writes of the run that is resumed count, although they are not counted again here.
  const hasWritten = past.standing({ recipe: recipe.name }).length > 0;
  // The task of a model was handed over: its edits come later.
  const isHandedOver = ledger.transcripts.some(
    (one) => one.recipe === recipe.name && one.outcome === "built" && one.model !== "none",
  );
  // The expectations of a recipe are about all files; a run over some of them may find less.
  const isUpper = hasWritten || isHandedOver || recipe.scope.selection !== undefined;
  for (const { message, step } of unmetByRecipe(recipe, { actions, results, isUpper })) {
    const place = { recipe: recipe.name, ...definedOnly({ step }) };
    ledger.alert({ level: "error", code: "expectation", message, ...place });
  }
}

/** Notes the actions of a step that were held or discarded. Returns true if they end the recipe (X1). */
function isStoppedBy(
  actions: readonly ActionReport[],
  { name: recipe, onHeld }: Recipe,
  { heldFiles, context }: { readonly heldFiles: HeldFiles; readonly context: RunContext },
): boolean {
  if (onHeld === "continue") return false;
  const [first] = heldFiles.add(actions);
  if (first === undefined || onHeld !== "stop") return false;
  const { id, step, state } = first;
  const why = `The action ${id} was ${state}`;
  const message = `${why}: no later step of the recipe runs (onHeld: stop).`;
  context.record.ledger.alert({ level: "warn", code: "held-before", message, recipe, step });
  return true;
}

/** The outcome of one call of a group: the group's outcome, and the call's own actions. */
function callResult(
  id: string,
  { outcome }: StepOutcome,
  actions: readonly ActionReport[],
): StepOutcome {
  const own = actions.filter(({ step }) => step === id);
  return resultOf(outcome, own);
}

/** The outcome of a step that ran. */
interface StepRunOutcome extends PromptStepOutcome {
  /** Untrusted text had a part in its output. */
  readonly untrusted?: boolean;
}

/** Runs a step if its condition holds, and has its actions decided. */
async function runStep(outer: Recipe, step: RecipeStep, run: StepRun): Promise<StepOutcome> {
  const recipe = recipeAround(outer, step);
  const { context, results } = run;
  const { ledger, past } = context.record;
  const first = ledger.actions.length;
  for (const { condition, values } of conditionsOf(step, outer, results)) {
    if (isOfAllShards(condition, context.world)) continue;
    const evaluated = await evaluateCondition(condition, values);
    if (evaluated.kind === "skips") {
      run.skipped.set(step.id, condition.source);
      return resultOf("skipped", []);
    }
    if (evaluated.kind === "fault") {
      alertExpressionFault(recipe, step, evaluated.message, context);
      return resultOf("failed", []);
    }
  }
  const ended: StepRunOutcome =
    step.kind === "prompt"
      ? await askModel(recipe, step, run)
      : { isInOrder: await callTools(recipe, step, run) };
  const ran = resultOf(ended.isInOrder ? "done" : "failed", ledger.actions.slice(first), ended);
  const result = withFound(ran, recipe, step.id, context);
  // Actions that the resumed run applied count as applied, also for the conditions of later steps.
  const before = past.standing({ recipe: recipe.name, step: step.id }).length;
  return { ...result, applied: result.applied + before };
}

async function askModel(
  recipe: Recipe,
  step: PromptStep,
  { context, results, nextBatchId }: StepRun,
): Promise<StepRunOutcome> {
  // The modules of conversations are loaded only if there is one.
  const { runPromptStep } = await import("../prompt/run-prompt-step.ts");
  const { UntrustedSources } = await import("../prompt/untrusted-sources.ts");
  const isReached = [...results.values()].some(({ untrusted }) => untrusted);
  const sources = new UntrustedSources({
    globs: recipe.untrusted,
    tainted: context.record.taintedFiles,
    isReached,
  });
  const surroundings = { recipe, step, context, sources, nextBatchId };
  const ended = await runPromptStep(surroundings, outputsOf(results));
  return { ...ended, untrusted: sources.isReached };
}

/** Counts the actions of a step that ended so. */
function resultOf(
  outcome: StepOutcome["outcome"],
  actions: readonly ActionReport[],
  { output, untrusted = false }: Omit<StepRunOutcome, "isInOrder"> = {},
): StepOutcome {
  const count = (...states: ActionReport["state"][]) =>
    actions.filter(({ state }) => states.includes(state)).length;
  return {
    outcome,
    untrusted,
    ...definedOnly({ output }),
    applied: count("applied", "would-apply", "pending"),
    discarded: count("discarded"),
    held: count("held"),
  };
}
