import type { Expectation } from "../../model/recipe/recipe.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";

/**
 * Returns the expectations that a recipe's actions did not meet, one sentence each. Discarded and held actions do not
 * count.
 */
export function unmetExpectations(
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
