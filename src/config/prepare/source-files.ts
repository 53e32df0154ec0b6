import { languageOfPath } from "../../edit/language/language.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { BEHIND_DASHES } from "../../recipe/recognize-recipe.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { findNamedRecipes, isReference } from "../sources/locate-recipe.ts";

/** The largest number of files that are named. */
const SHOWN = 3;

/** The languages in which a recipe can be written: JSON is YAML. */
const OF_RECIPES: readonly (string | undefined)[] = ["yaml", "json", undefined];

/** Returns the names that are those of files to edit, although recipes were expected. */
export async function findSourceFiles(
  names: readonly string[],
  reader: ConfigReader,
): Promise<readonly string[]> {
  const sources = names.filter((name) => isSource(name) && !reader.objects.has(name));
  if (sources.length === 0) return [];
  const recipes = new Set((await findNamedRecipes(reader)).map(({ name }) => name));
  return sources.filter((name) => !recipes.has(name));
}

/** True for the name of a file in a language in which no recipe is written. */
export function isSource(name: string): boolean {
  return !isReference(name) && !OF_RECIPES.includes(languageOfPath(name)?.toLowerCase());
}

/** Returns one error for all files that were named in the place of recipes. */
export function sourceFault(names: readonly string[]): Diagnostic {
  const shown = names.slice(0, SHOWN).map((name) => `\`${name}\``);
  const left = names.length - shown.length;
  const all = [...shown, ...(left > 0 ? [`${left} more`] : [])];
  const subject = all.length === 1 ? all[0] : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
  const fault = names.length === 1 ? "is not a recipe" : "are not recipes";
  return {
    code: "not-a-recipe",
    severity: "error",
    message: `${subject} ${fault}: a recipe is a YAML file.`,
    hint: BEHIND_DASHES,
  };
}
