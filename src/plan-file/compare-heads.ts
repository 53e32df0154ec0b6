import { shown } from "../shared/shown.ts";
import type { Plan, PlannedRecipe } from "./plan.ts";

/** The traits of a recipe that `--verify` compares beside its content. */
export type RecipeTraits = Pick<PlannedRecipe, "name" | "hasCode" | "asksModel">;

/** The traits of a whole plan that `--verify` notes. */
type PlanOrigin = Pick<Plan, "sluice" | "filesSearched">;

/** Returns how the recipes of a plan differ from those that are there now, a sentence each. */
export function differentRecipes(
  recipes: readonly RecipeTraits[],
  now: readonly RecipeTraits[],
): readonly string[] {
  return recipes.flatMap((recipe, index) => {
    const found = now[index];
    if (found === undefined) return [`The recipe \`${shown(recipe.name)}\` is only in the plan.`];
    const key = (["name", "hasCode", "asksModel"] as const).find(
      (each) => found[each] !== recipe[each],
    );
    if (key === undefined) return [];
    return [`The recipe \`${shown(found.name)}\` differs in \`${key}\` from what the plan says.`];
  });
}

/**
 * Returns what a plan says otherwise without effect on its writes, a sentence each: files that no action is about may
 * come and go, and another version of Sluice that makes the same bytes is as good.
 */
export function notedDifferences(plan: PlanOrigin, now: PlanOrigin): readonly string[] {
  const notes: string[] = [];
  if (plan.sluice !== now.sluice)
    notes.push(
      `The plan was made by Sluice ${shown(plan.sluice)}, and this is ${shown(now.sluice)}.`,
    );
  if (plan.filesSearched !== now.filesSearched)
    notes.push(
      `The plan was made over ${plan.filesSearched} files, and ${now.filesSearched} were searched now.`,
    );
  return notes;
}
