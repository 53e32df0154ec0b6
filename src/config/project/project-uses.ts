import { join } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { RecipeUse } from "../../request/request.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { isGlob } from "../../shared/paths/glob.ts";
import { pathFault } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { expandRecipes } from "../sources/expand-recipes.ts";
import { findNamedRecipes, isPathLike, isReference } from "../sources/locate-recipe.ts";
import { findRecipe } from "../sources/locate-used.ts";
import { exactName } from "../sources/source-place.ts";
import type { ParsedProject } from "./parse-project.ts";

/** The recipes of a project file, by names that find them from any folder. */
export interface ProjectUses {
  readonly uses: readonly RecipeUse[];
  readonly diagnostics: readonly Diagnostic[];
}

type Found =
  | { readonly names: readonly string[] }
  | { readonly fault: string; readonly hint?: string };

/** Finds the recipes of a project file, whose paths are relative to `folder`, which is absolute. */
export async function projectUses(
  { written, source }: ParsedProject,
  folder: string,
  reader: ConfigReader,
): Promise<ProjectUses> {
  const uses: RecipeUse[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, entry] of written.recipes.entries()) {
    const { recipe, inputs } = typeof entry === "string" ? { recipe: entry, inputs: {} } : entry;
    const isText = typeof entry === "string";
    const place = source.placeOf(["recipes", index, ...(isText ? [] : ["recipe"])]);
    const found = await findOne(recipe, folder, reader);
    if ("fault" in found) {
      const { fault, hint } = found;
      const advice = hint === undefined ? {} : { hint };
      diagnostics.push(diagnosticAt(place, "recipe-not-found", fault, advice));
    } else
      for (const name of found.names)
        uses.push({
          name,
          inputs: inputs ?? {},
          isOfFile: true,
          placeOfInput: (input) => source.placeOfKey(["recipes", index, "inputs", input]),
        });
  }
  if (uses.length > INPUT_LIMITS.recipes)
    diagnostics.push(
      diagnosticAt(
        source.placeOf(["recipes"]),
        "invalid-value",
        `These are ${uses.length} recipes; a run takes at most ${INPUT_LIMITS.recipes}.`,
      ),
    );
  return { uses, diagnostics };
}

async function findOne(recipe: string, folder: string, reader: ConfigReader): Promise<Found> {
  if (isReference(recipe)) {
    const found = await findRecipe(recipe, reader, "file");
    if (!("fault" in found)) return { names: [recipe] };
    const { message: fault, hint = "" } = found.fault;
    return { fault, hint };
  }
  if (!isPathLike(recipe) && !isGlob(recipe)) {
    const known = await findNamedRecipes(reader);
    const named = known.find(({ name }) => name === recipe);
    if (named !== undefined) return { names: [exactName(named.place, reader.root)] };
  }
  const fault = pathFault(recipe);
  if (fault !== undefined) return { fault: `\`${shown(recipe)}\` ${fault}.` };
  const absolute = join(folder, recipe);
  const { names, diagnostics } = await expandRecipes([absolute], reader);
  const [first] = diagnostics;
  if (first !== undefined)
    return { fault: first.message, ...(first.hint === undefined ? {} : { hint: first.hint }) };
  const isThere =
    names[0] !== absolute || (await reader.kindOf(reader.placeOf(absolute))) !== "missing";
  return isThere ? { names } : notFound(recipe, reader);
}

async function notFound(recipe: string, reader: ConfigReader): Promise<Found> {
  const known = (await findNamedRecipes(reader)).map(({ name }) => name);
  return { fault: `There is no recipe \`${shown(recipe)}\`.`, hint: didYouMean(recipe, known) };
}
