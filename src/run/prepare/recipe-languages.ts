import { createLanguageOf, type LanguageOf } from "../../edit/language/file-languages.ts";
import { resolveLanguage } from "../../edit/language/language.ts";
import type { Recipe } from "../../model/recipe.ts";

/** Where packages with grammars are looked for: beside the code that is worked on, then beside Sluice. */
export function grammarPlaces(root: string, ownFolder: string | undefined): readonly string[] {
  return ownFolder === undefined ? [root] : [root, ownFolder];
}

/** The language of each file, by the recipe's `languageGlobs` and by extension. */
export function languageOfFiles({ languageGlobs }: Recipe): LanguageOf {
  return createLanguageOf(
    languageGlobs.flatMap(({ language: name, globs }) => {
      const language = resolveLanguage(name);
      return language === undefined ? [] : [{ language, globs }];
    }),
  );
}
