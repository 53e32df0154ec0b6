import { IMPORTING } from "../../edit/compile/compile-imports.ts";
import { type Language, resolveLanguage } from "../../edit/language/language.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { AstEditStep } from "../../model/recipe/call-step.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import { languagesOfPaths } from "../../tools/ast-edit/search/languages-of-paths.ts";
import { environmentOf } from "./recipe-languages.ts";

/**
 * Finds the ops of a step that change imports, if none of its files can be of a language whose imports are known: they
 * would silently do nothing. Code in pages counts as a page.
 */
export function checkImports(
  { params, places }: AstEditStep,
  recipe: Recipe,
): readonly Diagnostic[] {
  const importing = params.ops.flatMap(({ kind, id }, index) =>
    kind === "imports" ? [{ id, index }] : [],
  );
  if (importing.length === 0) return [];
  const other = languageSets(params, recipe).find(
    (languages) => !languages.some((language) => IMPORTING.includes(language)),
  );
  if (other === undefined) return [];
  return importing.map(({ id, index }) => ({
    code: "imports-unknown",
    severity: "error",
    message: `${id}: the files of the step are of ${other.join(", ")}, whose imports are not known.`,
    hint:
      `\`imports\` changes those of files of ${IMPORTING.join(", ")}. ` +
      "Change others by `pat` and `out`, or a rule.",
    ...places(["ops", index, "imports"]),
  }));
}

/** Returns each list of languages that bounds those of the files of a step. */
function languageSets(
  { lang, languages, paths }: AstEditStep["params"],
  recipe: Recipe,
): readonly (readonly Language[])[] {
  const { languageOf, languages: ofRecipe } = environmentOf(recipe);
  const named = lang === undefined ? (languages ?? ofRecipe) : [lang];
  const ofPaths = lang === undefined ? languagesOfPaths(paths, languageOf) : undefined;
  return [
    ...(named === undefined ? [] : [named.flatMap((name) => resolveLanguage(name) ?? [])]),
    ...(ofPaths?.areAll && ofPaths.languages.length > 0 ? [ofPaths.languages] : []),
  ];
}
