import type { ConfigReader } from "../config/sources/config-reader.ts";
import { LoadingStopped } from "../config/sources/loading-stop.ts";
import { findNamedRecipes, type NamedRecipe } from "../config/sources/locate-recipe.ts";
import { openSources, type SourceWorld } from "../config/sources/open-sources.ts";
import type { TrustRequest } from "../config/sources/resolve-trust.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { InputDeclaration } from "../model/recipe/recipe.ts";
import { loadRecipe } from "../recipe/load-recipe.ts";

/** A recipe as `sluice list` shows it. */
export interface ListedRecipe {
  readonly name: string;
  readonly description: string;
  readonly origin: string;
  readonly inputs: readonly InputDeclaration[];
}

/**
 * `sluice list`: returns every recipe that can be run by name, sorted; a recipe with errors says so. Returns undefined
 * if the signal fires before all of them were read.
 */
export async function listRecipes(
  request: TrustRequest,
  world: SourceWorld,
  signal: AbortSignal,
): Promise<readonly ListedRecipe[] | { readonly fault: Diagnostic } | undefined> {
  const recipes: ListedRecipe[] = [];
  try {
    const opened = await openSources(request, world, signal);
    if (opened.kind === "refused") return { fault: opened.fault };
    const { reader } = opened;
    for (const named of await findNamedRecipes(reader))
      recipes.push(await listRecipe(named, reader));
  } catch (error) {
    if (error instanceof LoadingStopped) return undefined;
    throw error;
  }
  return recipes;
}

async function listRecipe(
  { name, place, origin }: NamedRecipe,
  reader: ConfigReader,
): Promise<ListedRecipe> {
  const read = await reader.read(place, "recipe");
  const loaded =
    "text" in read ? loadRecipe(read.text, read.path, { kind: "placeholders" }) : undefined;
  const description = loaded?.recipe
    ? (loaded.recipe.description ?? "")
    : "has errors; see `sluice validate`";
  return { name, description, origin, inputs: loaded?.inputs ?? [] };
}
