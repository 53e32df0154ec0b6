import type { Diagnostic } from "../../../model/diagnostic.ts";
import { PER_MATCH_FORMATTED } from "../../../model/recipe/format-params.ts";
import { type CallStep, callsOf, type Recipe } from "../../../model/recipe/recipe.ts";

/** Reports steps that have a formatter and an action for each match, which could not be applied one without the others. */
export function checkFormats(recipe: Pick<Recipe, "steps">): readonly Diagnostic[] {
  return callsOf(recipe).flatMap((step): readonly Diagnostic[] => {
    const { format = [] } = step;
    if (format.length === 0 || step.params.per !== "match") return [];
    const hint = `Write \`per: file\`, or \`format: false\` in the step \`${step.id}\`.`;
    const place = placeOf(step);
    return [
      { code: "invalid-value", severity: "error", message: PER_MATCH_FORMATTED, hint, ...place },
    ];
  });
}

function placeOf(step: CallStep) {
  return step.kind === "ast_edit" ? step.places(["per"]) : step.place;
}
