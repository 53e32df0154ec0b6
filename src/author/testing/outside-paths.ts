import type { Recipe, RecipeStep } from "../../model/recipe/recipe.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import { shown } from "../../shared/shown.ts";
import type { TreeCase } from "./test-case.ts";

const MOST_NAMED = 3;

/** Says that the paths of all steps leave out all files of a case; empty if a step may read one. */
export function outsidePaths({ steps }: Pick<Recipe, "steps">, { input }: TreeCase): string {
  const calls = steps.flatMap((step): readonly RecipeStep[] =>
    step.kind === "parallel" ? step.steps : [step],
  );
  const files = [...input.keys()];
  const isOutside = calls.every((step) => {
    const paths: unknown = "params" in step && "paths" in step.params && step.params.paths;
    return Array.isArray(paths) && !files.some(pathMatcher(paths.map(String)));
  });
  if (!isOutside || files.length === 0) return "";
  const what = `No \`paths\` of the recipe match ${boundedList(
    files.map((file) => `\`${shown(file)}\``),
    MOST_NAMED,
  )}.`;
  return ` ${what} Put the files into \`input/\` and \`expected/\`, at paths that they match.`;
}
