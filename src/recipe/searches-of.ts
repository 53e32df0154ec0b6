import type { EditOp, WrittenMap } from "../model/edit.ts";
import type { AstEditStep, ToolStep } from "../model/recipe/call-step.ts";
import { callsOf, type Recipe } from "../model/recipe/recipe.ts";
import { hasLateText } from "./inputs/fill-outputs.ts";

/**
 * Returns the searches of a recipe, calls of `ast_grep` with a pattern or a rule, as edits that change nothing: their
 * languages and patterns are checked like those of edits. A search that waits for outputs is checked when it runs.
 */
export function searchesOf(recipe: Recipe): readonly AstEditStep[] {
  return callsOf(recipe).flatMap((step) => (step.kind === "tool" ? searchOf(step) : []));
}

function searchOf({ id, tool, params, paramsPlace }: ToolStep): readonly AstEditStep[] {
  const { lang, paths } = params;
  const op = tool === "ast_grep" && !hasLateText(params) ? searchedBy(params) : undefined;
  if (op === undefined) return [];
  return [
    {
      kind: "ast_edit",
      id,
      params: {
        ops: [op],
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

/** Returns undefined for parameters that the tool refuses. */
function searchedBy({ pat, rule }: ToolStep["params"]): EditOp | undefined {
  if (typeof pat === "string" && rule === undefined)
    return { kind: "pattern", id: "pat", pat, out: "" };
  if (pat !== undefined || !isMap(rule)) return undefined;
  return { kind: "rule", id: "rule", rule, out: "" };
}

function isMap(value: unknown): value is WrittenMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
