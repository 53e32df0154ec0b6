import { createLanguageOf, type LanguageOf } from "../../edit/language/file-languages.ts";
import { resolveLanguage } from "../../edit/language/language.ts";
import { isSearch, type Recipe, type RecipeStep } from "../../model/recipe/recipe.ts";
import type { CallEnvironment } from "../../tools/ast-edit/search/call-environment.ts";

/** Returns a function that finds the language of a file, by the recipe's `languageGlobs` and by extension. */
export function languageOfFiles({ languageGlobs }: Pick<Recipe, "languageGlobs">): LanguageOf {
  return createLanguageOf(
    languageGlobs.flatMap(({ language: name, globs }) => {
      const language = resolveLanguage(name);
      return language === undefined ? [] : [{ language, globs }];
    }),
  );
}

/** Returns the languages of a recipe, as its calls take them from their surroundings. */
export function environmentOf(
  recipe: Pick<Recipe, "languages" | "languageGlobs"> & Partial<Pick<Recipe, "steps">>,
): Pick<CallEnvironment, "languageOf" | "languages" | "elsewhere"> {
  const names = recipe.languages.map(({ language }) => language);
  return {
    languageOf: languageOfFiles(recipe),
    elsewhere: namedBySteps(recipe.steps ?? []),
    ...(names.length > 0 ? { languages: names } : {}),
  };
}

function namedBySteps(steps: readonly RecipeStep[]): readonly string[] {
  return steps
    .flatMap((step): readonly RecipeStep[] => (step.kind === "parallel" ? step.steps : [step]))
    .flatMap((step) => {
      if (!isSearch(step)) return [];
      const { lang, languages = [] } = step.params;
      return lang === undefined ? languages : [lang];
    });
}
