import { readConfigFile } from "../files/read-config-file.ts";
import { loadRecipe } from "../recipe/load-recipe.ts";
import { findNamedRecipes } from "../recipe/locate-recipe.ts";
import type { RecipePlaces } from "./prepare/prepare-recipes.ts";
import { shownPath } from "./request/shown-path.ts";

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
export async function listRecipes(places: RecipePlaces): Promise<readonly ListedRecipe[]> {
  const named = await findNamedRecipes(places);
  return Promise.all(
    named.map(async ({ name, file, origin }) => {
      const shown = shownPath(file, places.root);
      const read = await readConfigFile(file, shown);
      const loaded =
        "text" in read ? loadRecipe(read.text, shown, { kind: "placeholders" }) : undefined;
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
