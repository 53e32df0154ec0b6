import { lstatSync } from "node:fs";
import { join } from "node:path";
import { languageOfPath } from "../../edit/language/language.ts";
import type { Policy } from "../../model/policy.ts";
import type { CallStep } from "../../model/recipe/call-step.ts";
import {
  callsOf,
  comparesWithBase,
  isSearch,
  promptsOf,
  type Recipe,
  searchStepsOf,
} from "../../model/recipe/recipe.ts";
import { hasCode } from "../../recipe/code-of.ts";
import type { RunRequest } from "../../request/request.ts";
import { isGlob } from "../../shared/paths/glob.ts";
import { pathsMatching } from "../../shared/paths/paths-matching.ts";

/** The parts of a run that may look at files beside those that it is about. */
interface LookingRun {
  readonly recipes: readonly Recipe[];
  readonly policy: Policy | undefined;
}

/**
 * True if nothing of a run looks at files beside those that its request chooses: every step is an `ast_edit` of globs
 * or folders, and no check, commit or explanation follows.
 */
export function looksAtChosenOnly(
  { root, why, resume }: Pick<RunRequest, "root" | "why" | "resume">,
  { recipes, policy }: LookingRun,
): boolean {
  if (why === true || resume !== undefined) return false;
  if (policy?.checks !== undefined || policy?.commits !== undefined) return false;
  return recipes.every(
    (recipe) =>
      !hasCode(recipe) &&
      promptsOf(recipe).length === 0 &&
      callsOf(recipe).every(looksAtChosen) &&
      searchStepsOf(recipe).every(({ params }) => params.paths.every((path) => isWide(root, path))),
  );
}

/** A search that compares with the base looks there at all that has changed. */
function looksAtChosen(step: CallStep): boolean {
  return isSearch(step) && !comparesWithBase(step);
}

/** False for a file that is named: it may be an ignored one, or one in another repository. */
function isWide(root: string, path: string): boolean {
  if (isGlob(path) || path === "") return true;
  try {
    return lstatSync(join(root, path)).isDirectory();
  } catch {
    return false; // A diagnostic says so.
  }
}

/** True if a step finds, of chosen files, only such of no known language: the report then tells how many all are. */
export function tellsOfOthers(recipes: readonly Recipe[], chosen: readonly string[]): boolean {
  const steps = recipes.flatMap(searchStepsOf);
  return steps.some(({ params: { paths } }) => {
    const files = paths.includes("**") ? [] : pathsMatching(paths, chosen);
    return files.length > 0 && files.every((file) => languageOfPath(file) === undefined);
  });
}
