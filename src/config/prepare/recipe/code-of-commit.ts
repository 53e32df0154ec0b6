import type { Diagnostic } from "../../../model/diagnostic.ts";
import { codeOf, isOwnModule } from "../../../model/recipe/code-of.ts";
import type { Recipe } from "../../../model/recipe/recipe.ts";
import type { SourcePlace } from "../../sources/source-place.ts";

/**
 * Reports the modules that a recipe of a commit brings: tools, hooks and transforms in files. No code is taken from a
 * commit, and a file of the tree by the same name is another one. Programs and packages are those of the project.
 */
export function codeOfCommit(recipe: Recipe, place: SourcePlace): readonly Diagnostic[] {
  if (place.origin !== "git") return [];
  return codeOf(recipe).flatMap((code): Diagnostic[] => {
    if (!("module" in code) || (code.kind === "transform" && !isOwnModule(code.module))) return [];
    return [
      {
        code: "custom-tools-not-allowed",
        severity: "error",
        message: `A recipe of a commit brings no code of its own, and this one names \`${code.module}\`.`,
        hint: "Let a recipe of the tree bring the code, or a package have the transform.",
        ...code.place,
      },
    ];
  });
}
