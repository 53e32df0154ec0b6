import type { AstEditStep } from "../model/recipe/ast-edit-step.ts";
import { callsOf, type Recipe, type ToolStep } from "../model/recipe/recipe.ts";
import { hasLateText } from "./inputs/fill-outputs.ts";

/**
 * Returns the searches of a recipe, calls of `ast_grep` with a pattern, as edits that change nothing: their languages
 * and patterns are checked like those of edits. A search that waits for outputs is checked when it runs.
 */
export function searchesOf(recipe: Recipe): readonly AstEditStep[] {
  return callsOf(recipe).flatMap((step) => (step.kind === "tool" ? searchOf(step) : []));
}

function searchOf({ id, tool, params, paramsPlace }: ToolStep): readonly AstEditStep[] {
  const { pat, lang, paths } = params;
  if (tool !== "ast_grep" || typeof pat !== "string" || hasLateText(params)) return [];
  return [
    {
      kind: "ast_edit",
      id,
      params: {
        ops: [{ kind: "pattern", id: "pat", pat, out: "" }],
        rules: [],
        paths: Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [],
        ...(typeof lang === "string" ? { lang } : {}),
        per: "step",
        passes: 1,
        onParseError: "skip",
        editGenerated: false,
      },
      places: () => paramsPlace,
    },
  ];
}
