import { createGrammars, type Grammars } from "../../edit/language/grammars.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { InputDeclaration, Recipe } from "../../model/recipe/recipe.ts";
import type { InputBinding } from "../../recipe/inputs/bind-inputs.ts";
import { type LoadedRecipe, loadRecipe } from "../../recipe/load-recipe.ts";
import { newFaults } from "../../recipe/new-faults.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { NO_PACKAGES, type PackagePlaces } from "../../shared/package-places.ts";
import type { RecipeUse } from "../request/request.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { findNamedRecipes, isPathLike, locateRecipe } from "../sources/locate-recipe.ts";
import { readSource } from "../sources/read-source.ts";
import { checkConditions } from "./check-conditions.ts";
import { checkEdits } from "./check-edits.ts";
import { checkPrompts } from "./check-prompts.ts";
import { readRules } from "./read-rules.ts";
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
    const prepared = await prepareRecipe(use.name, { places, binding: own, grammars });
    inputs.push(...prepared.inputs);
    diagnostics.push(...prepared.diagnostics, ...undeclaredInputsOf(use, prepared.inputs));
    if (prepared.recipe) recipes.push(prepared.recipe);
  }
  return { recipes, inputs, diagnostics };
}

/** The values of the request replace those of the recipe itself. */
function bindingOf({ inputs }: RecipeUse, binding: InputBinding): InputBinding {
  if (binding.kind === "placeholders") return binding;
  return { kind: "values", values: { ...inputs, ...binding.values } };
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

/** The means to prepare a recipe. */
interface Preparing {
  readonly places: RecipePlaces;
  readonly binding: InputBinding;
  readonly grammars: Grammars;
}

/** The recipe is undefined if anything is wrong with it. */
async function prepareRecipe(
  name: string,
  { places, binding, grammars }: Preparing,
): Promise<LoadedRecipe> {
  const { reader } = places;
  const located = await locateRecipe(name, reader);
  if (located === undefined) return { inputs: [], diagnostics: [await notFound(name, reader)] };
  const read = await readSource(reader, located.place, "recipe");
  if ("diagnostic" in read) return { inputs: [], diagnostics: [read.diagnostic] };
  const loaded = loadRecipe(read.written, read.path, binding);
  const found = [...located.diagnostics, ...loaded.diagnostics];
  if (!loaded.recipe) {
    const more = loaded.draft ? await checkDraft(loaded.draft, reader, grammars) : [];
    return { inputs: loaded.inputs, diagnostics: [...found, ...newFaults(more, found)] };
  }
  const { recipe, diagnostics } = await readRules(loaded.recipe, reader, grammars);
  const problems = [
    ...diagnostics,
    ...(await checkEdits(recipe, grammars, () => reader.loading.pause())),
    ...(await checkConditions(recipe)),
    ...checkPrompts(recipe),
  ];
  return {
    inputs: loaded.inputs,
    diagnostics: [...found, ...problems],
    ...(hasErrors(problems) ? {} : { recipe }),
  };
}

/** Checks the valid parts of a recipe with errors. Its conditions may name what is not in the draft. */
async function checkDraft(
  draft: Recipe,
  reader: ConfigReader,
  grammars: Grammars,
): Promise<readonly Diagnostic[]> {
  const { recipe, diagnostics } = await readRules(draft, reader, grammars);
  const ofEdits = await checkEdits(recipe, grammars, () => reader.loading.pause());
  return [...diagnostics, ...ofEdits];
}

async function notFound(name: string, reader: ConfigReader): Promise<Diagnostic> {
  const isPath = isPathLike(name);
  const known = (await findNamedRecipes(reader)).map((recipe) => recipe.name);
  return {
    code: isPath ? "file-not-found" : "recipe-not-found",
    severity: "error",
    message: isPath ? `There is no recipe file ${name}.` : `There is no recipe \`${name}\`.`,
    hint: didYouMean(name, known),
  };
}
