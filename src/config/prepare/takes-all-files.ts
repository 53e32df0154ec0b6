import { type Recipe, searchStepsOf } from "../../model/recipe/recipe.ts";

/** True for a recipe of its own steps alone, each of which takes all files in scope and names no language. */
export function takesAllFiles(recipe: Recipe): boolean {
  if (recipe.languages.length > 0 || recipe.steps.some(({ used }) => used !== undefined))
    return false;
  return searchStepsOf(recipe).every(
    ({ params: { paths, lang, languages } }) =>
      paths.every((path) => path === "**") && lang === undefined && languages === undefined,
  );
}
