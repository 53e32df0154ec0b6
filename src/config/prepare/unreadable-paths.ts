import { createGrammars } from "../../edit/language/grammars.ts";
import { isBuiltIn, supportedLanguages } from "../../edit/language/language.ts";
import { createScope } from "../../files/scope.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { AstEditStep } from "../../model/recipe/call-step.ts";
import { type Recipe, searchStepsOf } from "../../model/recipe/recipe.ts";
import { recipeAround } from "../../model/recipe/used-recipes.ts";
import type { PackagePlaces } from "../../shared/package-places.ts";
import { pathsMatching } from "../../shared/paths/paths-matching.ts";
import {
  chooseLanguages,
  type LanguageChoice,
} from "../../tools/ast-edit/search/language-choice.ts";
import { languagesOfPaths } from "../../tools/ast-edit/search/languages-of-paths.ts";
import { findUnreadable, needsGrammar } from "../../tools/ast-edit/search/unreadable-files.ts";
import { environmentOf } from "./recipe-languages.ts";

/** The files below the root. */
interface ListedFiles {
  /** Those that are known already. */
  readonly known: readonly string[];
  /** Lists all of them. */
  readonly list: () => Promise<readonly string[]>;
}

/**
 * Reports the paths of steps whose files no installed grammar can read: such a step would do nothing, silently. The
 * files are listed only if a step could have such a path, and once.
 */
export async function unreadablePaths(
  recipes: readonly Recipe[],
  packages: PackagePlaces,
  { known, list }: ListedFiles,
): Promise<readonly Diagnostic[]> {
  const grammars = createGrammars(packages);
  const found: Diagnostic[] = [];
  let listed: Promise<readonly string[]> | undefined;
  const listOnce = () => {
    listed ??= list().catch(() => []); // A step that needs the list reports the fault.
    return listed;
  };
  for (const recipe of recipes.flatMap(byScope)) {
    const surroundings = environmentOf(recipe);
    let inScope: readonly string[] | undefined;
    for (const { params, places } of searchStepsOf(recipe)) {
      const choice = chooseLanguages(params, surroundings);
      if (choice.forced !== undefined || !mayBeUnreadable(params, choice.named.size)) continue;
      if (hasOnlyBuiltIns(params, recipe, choice)) continue;
      if (isReadAmong(filesInScope(recipe, known), params, choice)) continue;
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

/** True if the paths, or the languages, let a step have no file whose grammar Sluice does not bring along. */
function hasOnlyBuiltIns(
  { paths }: AstEditStep["params"],
  { languageGlobs }: Recipe,
  { isChosen, languageFor }: LanguageChoice,
): boolean {
  if (supportedLanguages().every((each) => isBuiltIn(each) || !isChosen(each))) return true;
  if (languageGlobs.length > 0) return false;
  const { areAll, languages } = languagesOfPaths(paths, (path) => languageFor(path, true));
  return areAll && languages.every(isBuiltIn);
}

/** True if a step names no language but those that Sluice brings along, and each path has a file that it reads. */
function isReadAmong(
  files: readonly string[],
  { paths }: AstEditStep["params"],
  { named, languageFor }: LanguageChoice,
): boolean {
  const isRead = (path: string, file: string) => {
    const language = languageFor(file, file === path);
    return language !== undefined && isBuiltIn(language);
  };
  return (
    [...named].every(isBuiltIn) &&
    paths.every((path) => pathsMatching([path], files).some((file) => isRead(path, file)))
  );
}

function filesInScope({ scope }: Recipe, listed: readonly string[]): readonly string[] {
  const { accessTo } = createScope(scope);
  return listed.filter((path) => !["excluded", "reserved"].includes(accessTo(path)));
}
