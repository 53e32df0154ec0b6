import type { Diagnostic } from "../../model/diagnostic.ts";
import { callsOf, type Recipe } from "../../model/recipe/recipe.ts";
import { callKindOf } from "../../recipe/steps/step-kinds.ts";

/**
 * Reports each step that runs code over files in a run over changed lines only: its edits depend on each other, so that
 * a part of them could make a file that was never previewed.
 */
export function refuseChangedLines(recipes: readonly Recipe[]): readonly Diagnostic[] {
  return recipes.flatMap(callsOf).flatMap((step) => {
    const code = callKindOf(step).codeOf?.(step);
    if (code === undefined) return [];
    const message = `--changed-lines cannot choose among the edits of a ${step.kind}, which depend on each other.`;
    const hint = `Leave it out: --since or --staged alone gives whole files to the ${step.kind}.`;
    return [{ code: "invalid-option", severity: "error", message, hint, ...code.place }];
  });
}
