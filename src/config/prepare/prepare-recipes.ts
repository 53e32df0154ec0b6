import { createGrammars } from "../../edit/language/grammars.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { InputDeclaration, Recipe } from "../../model/recipe/recipe.ts";
import type { InputBinding } from "../../recipe/inputs/bind-inputs.ts";
import type { RecipeUse } from "../../request/request.ts";
import { NO_PACKAGES, type PackagePlaces } from "../../shared/package-places.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { prepareRecipe } from "./recipe/prepare-recipe.ts";
import { findSourceFiles, sourceFault } from "./source-files.ts";
import { undeclaredInputsOf } from "./undeclared-inputs.ts";

/** The places to search for recipes. */
export interface RecipePlaces {
  readonly reader: ConfigReader;
  /** Default: only the languages of the engine itself. */
  readonly packages?: PackagePlaces;
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
  named: readonly (string | RecipeUse)[],
  places: RecipePlaces,
  binding: InputBinding,
): Promise<PreparedRecipes> {
  const all = named.map((use) => (typeof use === "string" ? { name: use, inputs: {} } : use));
  const sources = await findSourceFiles(
    all.map(({ name }) => name),
    places.reader,
  );
  const uses = all.filter(({ name }) => !sources.includes(name));
  const wrongNumber = sources.length > 0 ? sourceFault(sources) : numberFault(uses.length);
  const diagnostics: Diagnostic[] = wrongNumber ? [wrongNumber] : [];
  const recipes: Recipe[] = [];
  const inputs: InputDeclaration[] = [];
  if (uses.length > INPUT_LIMITS.recipes) return { recipes, inputs, diagnostics };
  const grammars = createGrammars(places.packages ?? NO_PACKAGES);
  for (const use of uses) {
    const own = bindingOf(use, binding);
    const prepared = await prepareRecipe(use.name, {
      reader: places.reader,
      binding: own,
      grammars,
      by: use.isOfFile === true ? "file" : "caller",
    });
    inputs.push(...prepared.inputs);
    diagnostics.push(...prepared.diagnostics, ...undeclaredInputsOf(use, prepared.inputs));
    if (prepared.recipe) recipes.push(prepared.recipe);
  }
  return { recipes, inputs, diagnostics };
}

/** The values of the request replace those of the recipe itself. */
function bindingOf({ inputs }: RecipeUse, binding: InputBinding): InputBinding {
  if (binding.kind === "placeholders") return binding;
  return { ...binding, values: { ...inputs, ...binding.values } };
}

function numberFault(count: number): Diagnostic | undefined {
  if (count === 0)
    return {
      code: "no-recipes",
      severity: "error",
      message: "No recipe was named.",
      hint: "Name a file or a recipe, or write them into sluice.yaml; `sluice list` shows those that have a name.",
    };
  if (count <= INPUT_LIMITS.recipes) return undefined;
  const message = `${count} recipes were named; a run takes at most ${INPUT_LIMITS.recipes}.`;
  const hint = "Run them in several runs.";
  return { code: "invalid-option", severity: "error", message, hint };
}
