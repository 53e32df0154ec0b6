import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import { shown } from "../../shared/shown.ts";

/** Refuses recipes that share a name: a plan lists its recipes by their names, and each of them once. */
export function refuseRepeated(recipes: readonly Recipe[]): readonly Diagnostic[] {
  const paths = new Map<string, string>();
  return recipes.flatMap(({ name, path }): readonly Diagnostic[] => {
    const first = paths.get(name);
    paths.set(name, path);
    if (first === undefined) return [];
    const others =
      first === path ? "is named twice" : `has the name of another one, \`${shown(first)}\``;
    const message = `The recipe \`${shown(name)}\` ${others}: a plan takes each name once.`;
    const hint = "Leave one of them out, or make two plans.";
    return [{ code: "invalid-option", severity: "error", message, path, hint }];
  });
}
