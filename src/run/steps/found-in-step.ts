import type { Recipe, RecipeStep } from "../../model/recipe/recipe.ts";
import { callsOf } from "../../model/recipe/recipe.ts";
import type { FoundSum } from "../../model/report/report.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import type { StepOutcome } from "../calls/step-results.ts";
import type { RunContext } from "../state/run-context.ts";

/** Returns the outcome of a step with what it has found, for later steps. */
export function withFound(
  result: StepOutcome,
  { name: recipe, untrusted }: Pick<Recipe, "name" | "untrusted">,
  step: string,
  { record: { ledger, taintedFiles } }: RunContext,
): StepOutcome {
  const found = ledger.told.by({ recipe, step });
  if (found === undefined) return result;
  const isDeclared = pathMatcher(untrusted);
  const isReached = found.paths.some((path) => isDeclared(path) || taintedFiles.has(path));
  const isUntrusted = result.untrusted || isReached;
  return { ...result, output: found.output, isFound: true, untrusted: isUntrusted };
}

/** Reports the expectations that the findings of a step do not meet. Returns their sums, of a group those of all. */
export function judgeFound(
  { name: recipe }: Pick<Recipe, "name">,
  step: RecipeStep,
  { record: { ledger }, world: { shard } }: RunContext,
): FoundSum | undefined {
  let sum: FoundSum | undefined;
  for (const { id } of callsOf({ steps: [step] })) {
    const found = ledger.told.by({ recipe, step: id });
    if (found === undefined) continue;
    sum = sum === undefined ? found.sum : added(sum, found.sum);
    // Where shards are merged, the step is judged again.
    for (const message of shard === undefined ? found.unmet : [])
      ledger.alert({ level: "error", code: "expectation", message, recipe, step: id });
  }
  return sum;
}

/** The base is one of each step. */
function added(sum: FoundSum, more: FoundSum): FoundSum {
  return {
    total: sum.total + more.total,
    files: sum.files + more.files,
    errors: sum.errors + more.errors,
    warnings: sum.warnings + more.warnings,
    infos: sum.infos + more.infos,
    hints: sum.hints + more.hints,
  };
}
