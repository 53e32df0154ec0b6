import { LANGUAGE_NAMES } from "../config/prepare/prepare-policy.ts";
import {
  type LanguageNames,
  type LoadedPolicy,
  loadPolicy as loadWhole,
} from "../policy/load-policy.ts";
import type { InputBinding } from "../recipe/inputs/bind-inputs.ts";
import { type LoadedRecipe, loadRecipe as loadWholeRecipe } from "../recipe/load-recipe.ts";

/**
 * Reads a recipe from its YAML text, or from the object that such a text stands for. Pure: reads no file, and never
 * throws; all problems are in `diagnostics`, with line and column (from 1, UTF-16 code units), or with `at`, the path
 * in the object. `path` names the recipe in them. Without a `binding` every input has its default.
 */
export function loadRecipe(
  written: string | object,
  path: string = typeof written === "string" ? "recipe.yaml" : "object:recipe",
  binding: InputBinding = { kind: "values", values: {} },
): LoadedRecipe {
  return loadWholeRecipe(written, path, binding);
}

/**
 * Reads a policy from its YAML text, or from the object that such a text stands for. Pure: reads no file, and never
 * throws; all problems are in `diagnostics`, as for {@link loadRecipe}. `languages` are those that `lang` may name;
 * by default those of Sluice. A policy that extends others cannot be loaded by its text alone.
 */
export function loadPolicy(
  written: string | object,
  path: string = typeof written === "string" ? "sluice.policy.yaml" : "object:policy",
  languages: LanguageNames = LANGUAGE_NAMES,
): Promise<LoadedPolicy> {
  return loadWhole(written, path, languages);
}
