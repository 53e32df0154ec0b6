import { createLanguageOf, type LanguageOf } from "../../edit/language/file-languages.ts";
import { resolveLanguage } from "../../edit/language/language.ts";
import type { Recipe } from "../../model/recipe.ts";

/** Returns the folders to search for packages with grammars: the root, then Sluice's own folder. */
export function grammarPlaces(root: string, ownFolder: string | undefined): readonly string[] {
  return ownFolder === undefined ? [root] : [root, ownFolder];
}

/** Returns a function that finds the language of a file, by the recipe's `languageGlobs` and by extension. */
export function languageOfFiles({ languageGlobs }: Recipe): LanguageOf {
  return createLanguageOf(
    languageGlobs.flatMap(({ language: name, globs }) => {
      const language = resolveLanguage(name);
      return language === undefined ? [] : [{ language, globs }];
    }),
  );
}
