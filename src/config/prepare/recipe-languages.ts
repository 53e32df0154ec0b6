import { createLanguageOf, type LanguageOf } from "../../edit/language/file-languages.ts";
import { resolveLanguage } from "../../edit/language/language.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
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
  recipe: Pick<Recipe, "languages" | "languageGlobs">,
): Pick<CallEnvironment, "languageOf" | "languages"> {
  const names = recipe.languages.map(({ language }) => language);
  return {
    languageOf: languageOfFiles(recipe),
    ...(names.length > 0 ? { languages: names } : {}),
  };
}
