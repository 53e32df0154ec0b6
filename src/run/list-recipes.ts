import type { Diagnostic } from "../model/diagnostic.ts";
import { loadRecipe } from "../recipe/load-recipe.ts";
import { findNamedRecipes } from "./sources/locate-recipe.ts";
import { openSources, type SourceWorld } from "./sources/open-sources.ts";
import type { TrustRequest } from "./sources/resolve-trust.ts";

/** A recipe as `sluice list` shows it. */
export interface ListedRecipe {
  readonly name: string;
  readonly description: string;
  readonly origin: string;
  readonly inputs: readonly {
    readonly name: string;
    readonly type: string;
    readonly required: boolean;
  }[];
}

/** `sluice list`: returns every recipe that can be run by name, sorted; a recipe with errors says so. */
export async function listRecipes(
  request: TrustRequest,
  world: SourceWorld,
): Promise<readonly ListedRecipe[] | { readonly fault: Diagnostic }> {
  const reader = await openSources(request, world);
  if (reader.fault !== undefined) return { fault: reader.fault };
  const named = await findNamedRecipes(reader);
  return Promise.all(
    named.map(async ({ name, place, origin }) => {
      const read = await reader.read(place, "recipe");
      const loaded =
        "text" in read ? loadRecipe(read.text, read.path, { kind: "placeholders" }) : undefined;
      const description = loaded?.recipe
        ? (loaded.recipe.description ?? "")
        : "has errors; see `sluice validate`";
      const inputs = (loaded?.inputs ?? []).map(({ name: input, type, required }) => ({
        name: input,
        type,
        required,
      }));
      return { name, description, origin, inputs };
    }),
  );
}
