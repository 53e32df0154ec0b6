import type { Expectation, Recipe } from "../../model/recipe/recipe.ts";
import { usedRecipesOf } from "../../model/recipe/used-recipes.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import type { StepResults } from "../calls/step-results.ts";

/** The steps of a recipe that ran. */
interface RanSteps {
  readonly actions: readonly ActionReport[];
  readonly results: StepResults;
  /** True if only the upper limits count. */
  readonly isUpper: boolean;
}

/** A sentence about an expectation that was not met; `step` uses the recipe that has it. */
interface Unmet {
  readonly message: string;
  readonly step?: string;
}

/**
 * Returns the expectations of a recipe, and of those that its steps use and that were not skipped, that were not met.
 */
export function unmetByRecipe(
  recipe: Recipe,
  { actions, results, isUpper }: RanSteps,
): readonly Unmet[] {
  const judged = (expect: Expectation) => (isUpper ? upperOf(expect) : expect);
  return [
    ...unmetExpectations(judged(recipe.expect), actions).map((message) => ({ message })),
    ...usedRecipesOf(recipe).flatMap(({ id, name, expect }) => {
      const { outcome = "skipped" } = results.get(id) ?? {};
      if (outcome === "skipped") return [];
      const own = actions.filter(({ step }) => step.startsWith(`${id}.`));
      return unmetExpectations(judged(expect), own).map((message) => ({
        message: `${message} This is expected by the recipe \`${name}\`.`,
        step: id,
      }));
    }),
  ];
}

function upperOf({
  minFiles: _files,
  minReplacements: _replacements,
  ...upper
}: Expectation): Expectation {
  return upper;
}

/**
 * Returns the expectations that a recipe's actions did not meet, one sentence each. Discarded and held actions do not
 * count.
 */
function unmetExpectations(
  expect: Expectation,
  actions: readonly ActionReport[],
): readonly string[] {
  const counted = actions.filter(({ state }) =>
    ["applied", "would-apply", "pending"].includes(state),
  );
  const replacements = counted.reduce((sum, { facts }) => sum + (facts.replacements ?? 0), 0);
  const files = new Set(counted.flatMap(({ facts }) => facts.files)).size;
  return [
    ...below("replacement", replacements, expect.minReplacements),
    ...above("replacement", replacements, expect.maxReplacements),
    ...below("file", files, expect.minFiles),
    ...above("file", files, expect.maxFiles),
  ];
}

function below(noun: string, actual: number, minimum = 0): string[] {
  return actual < minimum
    ? [
        `Expected at least ${countOf(minimum, noun)}, and there ${actual === 1 ? "was" : "were"} ${actual}.`,
      ]
    : [];
}

function above(noun: string, actual: number, maximum = Infinity): string[] {
  return actual > maximum
    ? [`Expected at most ${countOf(maximum, noun)}, and there were ${actual}.`]
    : [];
}
