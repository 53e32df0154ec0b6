import { resolveLanguage, supportedLanguages } from "../edit/language.ts";
import { readConfigFile } from "../files/read-config-file.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import {
  type AstEditStep,
  callsOf,
  type InputDeclaration,
  type PlaceInText,
  type Recipe,
} from "../model/recipe.ts";
import type { InputBinding } from "../recipe/bind-inputs.ts";
import { loadRecipe } from "../recipe/load-recipe.ts";
import { findNamedRecipes, locateRecipe } from "../recipe/locate-recipe.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { findInvalidOps, languagesForCheck } from "../tools/ast-edit/compile-ops.ts";
import { readRules } from "./read-rules.ts";
import { shownPath } from "./shown-path.ts";

/** Where recipes are looked for. */
export interface RecipePlaces {
  readonly cwd: string;
  readonly root: string;
  readonly shipped: string;
}

/** The recipes of a request, and everything that is wrong with any of them. */
export interface PreparedRecipes {
  readonly recipes: readonly Recipe[];
  /** The inputs of all of them. */
  readonly inputs: readonly InputDeclaration[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds, reads and checks recipes, down to each pattern. */
export async function prepareRecipes(
  names: readonly string[],
  places: RecipePlaces,
  binding: InputBinding,
): Promise<PreparedRecipes> {
  const recipes: Recipe[] = [];
  const inputs: InputDeclaration[] = [];
  const diagnostics: Diagnostic[] = [];
  if (names.length === 0)
    diagnostics.push({
      code: "no-recipes",
      severity: "error",
      message: "No recipe was named.",
      hint: "Name a file or a recipe; `sluice list` shows those that have a name.",
    });
  for (const name of names) {
    const file = await locateRecipe(name, places);
    if (file === undefined) {
      diagnostics.push(await notFound(name, places));
      continue;
    }
    const shown = shownPath(file, places.root);
    const read = await readConfigFile(file, shown);
    if ("diagnostic" in read) {
      diagnostics.push(read.diagnostic);
      continue;
    }
    const loaded = loadRecipe(read.text, shown, binding);
    inputs.push(...loaded.inputs);
    diagnostics.push(...loaded.diagnostics);
    if (!loaded.recipe) continue;
    const complete = await readRules(loaded.recipe, places.root);
    const problems = [...complete.diagnostics, ...checkRecipe(complete.recipe)];
    diagnostics.push(...problems);
    if (!hasErrors(problems)) recipes.push(complete.recipe);
  }
  return { recipes, inputs, diagnostics };
}

async function notFound(name: string, places: RecipePlaces): Promise<Diagnostic> {
  const isPath = /[/\\]|\.ya?ml$/.test(name);
  const known = (await findNamedRecipes(places)).map((recipe) => recipe.name);
  return {
    code: isPath ? "file-not-found" : "recipe-not-found",
    severity: "error",
    message: isPath ? `There is no recipe file ${name}.` : `There is no recipe \`${name}\`.`,
    hint: didYouMean(name, known),
  };
}

/** What only the engine knows: languages and patterns. */
function checkRecipe(recipe: Recipe): Diagnostic[] {
  return callsOf(recipe).flatMap(checkCall);
}

function checkCall({ params, places }: AstEditStep): Diagnostic[] {
  const { lang, ops } = params;
  const language = lang === undefined ? undefined : resolveLanguage(lang);
  if (lang !== undefined && language === undefined) {
    return [unknownLanguage(lang, places(["lang"]))];
  }
  const strangers = ops.flatMap((op, index) =>
    op.kind === "rule" && op.language !== undefined && resolveLanguage(op.language) === undefined
      ? [unknownLanguage(op.language, places(["ops", index, "language"]))]
      : [],
  );
  const languages = language === undefined ? languagesForCheck() : [language];
  const invalid = findInvalidOps(ops, languages).flatMap(({ index, problems }) =>
    problems.map(({ code, field, isAboutKey, message, hint }) =>
      errorAt(
        places(["ops", index, ...field], isAboutKey ? "key" : "value"),
        code === "unknown-key" ? "unknown-key" : "invalid-pattern",
        `${ops[index]?.id}: ${message}`,
        hint,
      ),
    ),
  );
  return [...strangers, ...invalid];
}

function unknownLanguage(name: string, place: PlaceInText): Diagnostic {
  const hint = `${didYouMean(name, supportedLanguages())} Supported: ${supportedLanguages().join(", ")}.`;
  return errorAt(place, "unknown-language", `There is no language \`${name}\`.`, hint);
}

function errorAt(
  place: PlaceInText,
  code: Diagnostic["code"],
  message: string,
  hint?: string,
): Diagnostic {
  return { code, severity: "error", message, ...(hint ? { hint } : {}), ...place };
}
