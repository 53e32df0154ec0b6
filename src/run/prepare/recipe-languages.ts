import { createLanguageOf, type LanguageOf } from "../../edit/language/file-languages.ts";
import { resolveLanguage } from "../../edit/language/language.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";

/** Returns a function that finds the language of a file, by the recipe's `languageGlobs` and by extension. */
export function languageOfFiles({ languageGlobs }: Pick<Recipe, "languageGlobs">): LanguageOf {
  return createLanguageOf(
    languageGlobs.flatMap(({ language: name, globs }) => {
      const language = resolveLanguage(name);
      return language === undefined ? [] : [{ language, globs }];
    }),
  );
}
