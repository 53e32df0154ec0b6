import { createGrammars } from "../../edit/language/grammars.ts";
import { createScope } from "../../files/scope.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { AstEditStep } from "../../model/recipe/call-step.ts";
import { astEditsOf, type Recipe } from "../../model/recipe/recipe.ts";
import { recipeAround } from "../../model/recipe/used-recipes.ts";
import type { PackagePlaces } from "../../shared/package-places.ts";
import { chooseLanguages } from "../../tools/ast-edit/search/language-choice.ts";
import { findUnreadable, needsGrammar } from "../../tools/ast-edit/search/unreadable-files.ts";
import { environmentOf } from "./recipe-languages.ts";

/**
 * Reports the paths of steps whose files no installed grammar can read: such a step would do nothing, silently.
 * `listFiles` is asked only if a step could have such a path, and once.
 */
export async function unreadablePaths(
  recipes: readonly Recipe[],
  packages: PackagePlaces,
  listFiles: () => Promise<readonly string[]>,
): Promise<readonly Diagnostic[]> {
  const grammars = createGrammars(packages);
  const found: Diagnostic[] = [];
  let listed: Promise<readonly string[]> | undefined;
  const listOnce = () => {
    listed ??= listFiles().catch(() => []); // A step that needs the list reports the fault.
    return listed;
  };
  for (const recipe of recipes.flatMap(byScope)) {
    const surroundings = environmentOf(recipe);
    let inScope: readonly string[] | undefined;
    for (const { params, places } of astEditsOf(recipe)) {
      const choice = chooseLanguages(params, surroundings);
      if (choice.forced !== undefined || !mayBeUnreadable(params, choice.named.size)) continue;
      const listed = await listOnce();
      if (!listed.some((file) => needsGrammar(file, choice))) continue; // As in most trees.
      inScope ??= filesInScope(recipe, listed);
      const unreadable = findUnreadable(params.paths, inScope, { ...choice, grammars });
      if (unreadable === undefined) continue;
      const { index, message, hint } = unreadable;
      const place = places(["paths", index]);
      found.push({ code: "language-not-installed", severity: "error", message, hint, ...place });
    }
  }
  return found;
}

/** Returns a recipe with its own steps, and each of the others with the scope and languages that count for it. */
function byScope(recipe: Recipe): readonly Recipe[] {
  const own = recipe.steps.filter(({ used }) => used === undefined);
  const others = recipe.steps.filter(({ used }) => used !== undefined);
  return [
    { ...recipe, steps: own },
    ...others.map((step) => ({ ...recipeAround(recipe, step), steps: [step] })),
  ];
}

/** True unless a step takes all files in scope, and names no language. */
function mayBeUnreadable({ paths }: AstEditStep["params"], named: number): boolean {
  return named > 0 || paths.some((path) => path !== "**");
}

function filesInScope({ scope }: Recipe, listed: readonly string[]): readonly string[] {
  const { accessTo } = createScope(scope);
  return listed.filter((path) => !["excluded", "reserved"].includes(accessTo(path)));
}
