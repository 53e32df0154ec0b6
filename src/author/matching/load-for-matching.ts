import { readRules } from "../../config/prepare/read-rules.ts";
import { prepareRecipe } from "../../config/prepare/recipe/prepare-recipe.ts";
import type { ConfigReader } from "../../config/sources/config-reader.ts";
import { findRecipe } from "../../config/sources/locate-used.ts";
import { readSource } from "../../config/sources/read-source.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import { loadRecipe } from "../../recipe/load-recipe.ts";

/** A recipe whose patterns need not be valid, and its problems. */
export interface LoadedForMatching {
  readonly recipe?: Recipe | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads a recipe as a run does. If that fails, its own steps are loaded without a check of the patterns: their problems
 * are a part of what is explained.
 */
export async function loadForMatching(
  name: string,
  inputs: Readonly<Record<string, unknown>>,
  { reader, grammars }: { readonly reader: ConfigReader; readonly grammars: Grammars },
): Promise<LoadedForMatching> {
  // A required input without a value gets one of its type: its text is then no text of the patterns.
  const hasValues = Object.keys(inputs).length > 0;
  const binding = hasValues
    ? ({ kind: "values", values: inputs } as const)
    : ({ kind: "placeholders" } as const);
  const prepared = await prepareRecipe(name, { reader, grammars, binding });
  if (prepared.recipe !== undefined) return prepared;
  const place = await findRecipe(name, reader);
  if ("fault" in place) return { diagnostics: [place.fault] };
  const read = await readSource(reader, place.place, "recipe");
  if ("diagnostic" in read) return { diagnostics: [read.diagnostic] };
  const loaded = loadRecipe(read.written, read.path, binding);
  if (loaded.recipe === undefined) return prepared;
  const problems = [...place.diagnostics, ...loaded.diagnostics];
  const { recipe, diagnostics } = await readRules(loaded.recipe, {
    ...{ reader, grammars },
    home: reader.homeOf(place.place),
  });
  const all = [...problems, ...diagnostics];
  return hasErrors(all) ? { diagnostics: all } : { recipe, diagnostics: all };
}
