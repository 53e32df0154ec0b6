import { createGrammars } from "../../edit/language/grammars.ts";
import { readConfigFile } from "../../files/read-config-file.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { InputDeclaration, Recipe } from "../../model/recipe.ts";
import type { InputBinding } from "../../recipe/inputs/bind-inputs.ts";
import { loadRecipe } from "../../recipe/load-recipe.ts";
import { findNamedRecipes, locateRecipe } from "../../recipe/locate-recipe.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { shownPath } from "../request/shown-path.ts";
import { checkConditions } from "./check-conditions.ts";
import { checkEdits } from "./check-edits.ts";
import { checkPrompts } from "./check-prompts.ts";
import { readRules } from "./read-rules.ts";
import { grammarPlaces } from "./recipe-languages.ts";

/** The places to search for recipes. */
export interface RecipePlaces {
  readonly cwd: string;
  readonly root: string;
  readonly shipped: string;
  /** Searched for grammars after the root; see {@link grammarPlaces}. */
  readonly ownFolder?: string;
}

/** The recipes of a request, and every problem of any of them. */
export interface PreparedRecipes {
  readonly recipes: readonly Recipe[];
  /** The inputs of all recipes. */
  readonly inputs: readonly InputDeclaration[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds, reads and checks recipes, down to each pattern. */
export async function prepareRecipes(
  names: readonly string[],
  places: RecipePlaces,
  binding: InputBinding,
): Promise<PreparedRecipes> {
  const recipes: Recipe[] = [];
  const inputs: InputDeclaration[] = [];
  const diagnostics: Diagnostic[] = [];
  const grammars = createGrammars(grammarPlaces(places.root, places.ownFolder));
  if (names.length === 0)
    diagnostics.push({
      code: "no-recipes",
      severity: "error",
      message: "No recipe was named.",
      hint: "Name a file or a recipe; `sluice list` shows those that have a name.",
    });
  if (names.length > INPUT_LIMITS.recipes) {
    const message = `${names.length} recipes were named; a run takes at most ${INPUT_LIMITS.recipes}.`;
    const hint = "Run them in several runs.";
    diagnostics.push({ code: "invalid-option", severity: "error", message, hint });
    return { recipes, inputs, diagnostics };
  }
  for (const name of names) {
    const file = await locateRecipe(name, places);
    if (file === undefined) {
      diagnostics.push(await notFound(name, places));
      continue;
    }
    const shown = shownPath(file, places.root);
    const read = await readConfigFile(file, shown);
    if ("diagnostic" in read) {
      diagnostics.push(read.diagnostic);
      continue;
    }
    const loaded = loadRecipe(read.text, shown, binding);
    inputs.push(...loaded.inputs);
    diagnostics.push(...loaded.diagnostics);
    if (!loaded.recipe) continue;
    const complete = await readRules(loaded.recipe, places.root, grammars);
    const problems = [
      ...complete.diagnostics,
      ...checkEdits(complete.recipe, grammars),
      ...(await checkConditions(complete.recipe)),
      ...checkPrompts(complete.recipe),
    ];
    diagnostics.push(...problems);
    if (!hasErrors(problems)) recipes.push(complete.recipe);
  }
  return { recipes, inputs, diagnostics };
}

async function notFound(name: string, places: RecipePlaces): Promise<Diagnostic> {
  const isPath = /[/\\]|\.ya?ml$/.test(name);
  const known = (await findNamedRecipes(places)).map((recipe) => recipe.name);
  return {
    code: isPath ? "file-not-found" : "recipe-not-found",
    severity: "error",
    message: isPath ? `There is no recipe file ${name}.` : `There is no recipe \`${name}\`.`,
    hint: didYouMean(name, known),
  };
}
