import type { Grammars } from "../../edit/language/grammars.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import { loadRecipe } from "../../recipe/load-recipe.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { shown } from "../../shared/shown.ts";
import { readRules } from "../prepare/read-rules.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { findNamedRecipes, locateRecipe } from "../sources/locate-recipe.ts";
import { readSource } from "../sources/read-source.ts";

/** A recipe whose patterns need not be valid, and its problems. */
export interface LoadedForMatching {
  readonly recipe?: Recipe | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads a recipe with its rule files. Patterns are not checked: their problems are a part of what is explained. */
export async function loadForMatching(
  name: string,
  inputs: Readonly<Record<string, unknown>>,
  { reader, grammars }: { readonly reader: ConfigReader; readonly grammars: Grammars },
): Promise<LoadedForMatching> {
  const located = await locateRecipe(name, reader);
  if (located === undefined) {
    const known = (await findNamedRecipes(reader)).map((recipe) => recipe.name);
    const message = `There is no recipe \`${shown(name)}\`.`;
    const hint = didYouMean(name, known);
    return { diagnostics: [{ code: "recipe-not-found", severity: "error", message, hint }] };
  }
  const read = await readSource(reader, located.place, "recipe");
  if ("diagnostic" in read) return { diagnostics: [read.diagnostic] };
  // A required input without a value gets one of its type: its text is then no text of the patterns.
  const hasValues = Object.keys(inputs).length > 0;
  const binding = hasValues
    ? ({ kind: "values", values: inputs } as const)
    : ({ kind: "placeholders" } as const);
  const loaded = loadRecipe(read.written, read.path, binding);
  const found = [...located.diagnostics, ...loaded.diagnostics];
  if (loaded.recipe === undefined) return { diagnostics: found };
  const { recipe, diagnostics } = await readRules(loaded.recipe, reader, grammars);
  const all = [...found, ...diagnostics];
  return hasErrors(all) ? { diagnostics: all } : { recipe, diagnostics: all };
}
