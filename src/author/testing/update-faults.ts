import type { ConfigReader } from "../../config/sources/config-reader.ts";
import { GIT } from "../../config/sources/git/git-name.ts";
import { SHIPPED } from "../../config/sources/locate-recipe.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { absoluteIn } from "./cases-place.ts";
import type { ReadyRecipe } from "./ready-recipe.ts";

/** Returns why `--update` is refused: only cases of the work tree, or of the caller's own files, are written. */
export function updateFaults(
  recipes: readonly ReadyRecipe[],
  trust: ConfigReader["trust"],
): readonly Diagnostic[] {
  const fault = { code: "invalid-option", severity: "error" } as const;
  if (trust.mode !== "all")
    return [{ ...fault, message: "--update writes cases of the work tree: it needs --trust all." }];
  const shared = sharedCases(recipes);
  if (shared !== undefined) return [shared];
  const others = recipes.find(({ path }) => path.startsWith(SHIPPED) || path.startsWith(GIT));
  if (others === undefined) return [];
  const why = others.path.startsWith(GIT) ? "is in a commit" : "ships with Sluice";
  const message = `--update does not write the cases of ${others.path}, which ${why}.`;
  return [{ ...fault, message }];
}

/** Two recipes with the same cases would each overwrite what the other one expects. */
function sharedCases(recipes: readonly ReadyRecipe[]): Diagnostic | undefined {
  const firstByFolder = new Map<string, ReadyRecipe>();
  for (const recipe of recipes) {
    if (recipe.place === undefined || recipe.cases.length === 0) continue;
    const folder = absoluteIn(recipe.place, recipe.place.folder);
    const other = firstByFolder.get(folder);
    firstByFolder.set(folder, recipe);
    if (other === undefined) continue;
    const message = `--update: ${other.path} and ${recipe.path} have the same cases, in ${recipe.place.folder}.`;
    const hint = "Name only one of them.";
    return { code: "invalid-option", severity: "error", message, hint };
  }
  return undefined;
}
