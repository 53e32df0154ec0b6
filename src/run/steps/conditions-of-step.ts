import type { StepCondition } from "../../model/recipe/call-step.ts";
import type { InputValue, Recipe, RecipeStep } from "../../model/recipe/recipe.ts";
import type { ConditionValues } from "../calls/step-condition.ts";
import type { StepResults } from "../calls/step-results.ts";

/** A condition, and the values that it knows. */
interface JudgedCondition {
  readonly condition: StepCondition;
  readonly values: ConditionValues;
}

/**
 * Returns the conditions that have to hold for a step: those of the steps that use its recipe, the outermost first,
 * then its own. Each knows the inputs and the steps of the recipe that it stands in.
 */
export function conditionsOf(
  { used = [], when }: RecipeStep,
  recipe: Pick<Recipe, "inputValues">,
  results: StepResults,
): readonly JudgedCondition[] {
  const conditions: JudgedCondition[] = [];
  let values = valuesOf(recipe.inputValues, "", results);
  for (const each of used) {
    if (each.when !== undefined) conditions.push({ condition: each.when, values });
    values = valuesOf(each.inputValues, `${each.id}.`, results);
  }
  if (when !== undefined) conditions.push({ condition: when, values });
  return conditions;
}

/** Returns the values that a condition of a recipe can use, whose steps have ids with this prefix. */
function valuesOf(
  inputs: Readonly<Record<string, InputValue>>,
  prefix: string,
  results: StepResults,
): ConditionValues {
  const steps = [...results].flatMap(
    ([id, { untrusted: _untrusted, isFound: _isFound, ...result }]) =>
      id.startsWith(prefix) ? [[id.slice(prefix.length), result] as const] : [],
  );
  return { inputs, steps: new Map(steps) };
}
