import type { FileRefSettings } from "./prompt-step.ts";
import type { HookDeclaration, Recipe, RecipeStep, UsedRecipe } from "./recipe.ts";

/**
 * Returns a recipe as it counts for one of its steps. A step of a used recipe lies in the scopes of all recipes around
 * it, has all of their hooks, and the inputs and languages of its own recipe.
 */
export function recipeAround(recipe: Recipe, { used = [] }: RecipeStep): Recipe {
  return used.reduce(narrowed, recipe);
}

function narrowed(recipe: Recipe, used: UsedRecipe): Recipe {
  const { inputValues, scope, languages } = used;
  const { within = [], ...own } = recipe.scope;
  return {
    ...recipe,
    inputValues,
    scope: { ...own, within: [...within, scope] },
    fileRefs: stricter(recipe.fileRefs, used.fileRefs),
    languages: languages.length > 0 ? languages : recipe.languages,
    languageGlobs: [...recipe.languageGlobs, ...used.languageGlobs],
    expect: { ...recipe.expect, ...used.expect },
    hooks: [...recipe.hooks, ...used.hooks],
  };
}

function stricter(outer: FileRefSettings, inner: FileRefSettings): FileRefSettings {
  return {
    mode: outer.mode === "strict" ? "strict" : inner.mode,
    maxBytes: Math.min(outer.maxBytes, inner.maxBytes),
  };
}

/** Returns the recipes that the steps of a recipe use, each once, in the order of their first steps. */
export function usedRecipesOf({ steps }: Pick<Recipe, "steps">): readonly UsedRecipe[] {
  const all = steps.flatMap(({ used = [] }) => used);
  return [...new Map(all.map((used) => [used.id, used])).values()];
}

/** Returns the hooks of a recipe, then those of the recipes that its steps use. */
export function allHooksOf(recipe: Pick<Recipe, "hooks" | "steps">): readonly HookDeclaration[] {
  return [...recipe.hooks, ...usedRecipesOf(recipe).flatMap(({ hooks }) => hooks)];
}

/** Returns the texts of the conditions on which a step depends. */
export function conditionTextsOf({ used = [], when }: RecipeStep): readonly string[] {
  return [...used.map((each) => each.when), when].flatMap((each) => each?.source ?? []);
}
