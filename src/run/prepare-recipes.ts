import { createGrammars, type Grammars } from "../edit/grammars.ts";
import { type Language, resolveLanguage, supportedLanguages } from "../edit/language.ts";
import { readConfigFile } from "../files/read-config-file.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import { INPUT_LIMITS } from "../model/input-limits.ts";
import {
  type AstEditStep,
  astEditsOf,
  type InputDeclaration,
  type PlaceInText,
  type Recipe,
} from "../model/recipe.ts";
import type { InputBinding } from "../recipe/bind-inputs.ts";
import { loadRecipe } from "../recipe/load-recipe.ts";
import { findNamedRecipes, locateRecipe } from "../recipe/locate-recipe.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { findInvalidOps } from "../tools/ast-edit/compile-ops.ts";
import { languagesOfPaths } from "../tools/ast-edit/languages-of-paths.ts";
import { readRules } from "./read-rules.ts";
import { grammarPlaces, languageOfFiles } from "./recipe-languages.ts";
import { shownPath } from "./shown-path.ts";

/** Where recipes are looked for. */
export interface RecipePlaces {
  readonly cwd: string;
  readonly root: string;
  readonly shipped: string;
  /** Where grammars are looked for after the root; see {@link grammarPlaces}. */
  readonly ownFolder?: string;
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
  const grammars = createGrammars(grammarPlaces(places.root, places.ownFolder));
  if (names.length === 0)
    diagnostics.push({
      code: "no-recipes",
      severity: "error",
      message: "No recipe was named.",
      hint: "Name a file or a recipe; `sluice list` shows those that have a name.",
    });
  if (names.length > INPUT_LIMITS.recipes) {
    const message = `${names.length} recipes were named; a run takes at most ${INPUT_LIMITS.recipes}.`;
    const hint = "Run them in several runs.";
    diagnostics.push({ code: "invalid-option", severity: "error", message, hint });
    return { recipes, inputs, diagnostics };
  }
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
    const complete = await readRules(loaded.recipe, places.root, grammars);
    const problems = [...complete.diagnostics, ...checkRecipe(complete.recipe, grammars)];
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
function checkRecipe(recipe: Recipe, grammars: Grammars): Diagnostic[] {
  const globs = recipe.languageGlobs.flatMap(({ language, place }) =>
    checkLanguage(language, place, grammars),
  );
  return [...globs, ...astEditsOf(recipe).flatMap((call) => checkCall(call, recipe, grammars))];
}

function checkCall(step: AstEditStep, recipe: Recipe, grammars: Grammars): Diagnostic[] {
  const { params, places } = step;
  if (params.lang !== undefined) {
    const problems = checkLanguage(params.lang, places(["lang"]), grammars);
    if (problems.length > 0) return problems;
  }
  return params.ops.flatMap((op, index) => {
    const own = op.kind === "rule" ? op.language : undefined;
    if (own === undefined) return checkOp(step, index, languagesOf(step, recipe, grammars));
    const problems = checkLanguage(own, places(["ops", index, "language"]), grammars);
    const language = resolveLanguage(own);
    if (problems.length > 0 || language === undefined) return problems;
    return checkOp(step, index, { named: [language], others: [] });
  });
}

/** The languages that an op may be for: those that its step names, and then any other. */
interface OpLanguages {
  readonly named: readonly Language[];
  readonly others: Iterable<Language>;
}

/** Undefined where the step is for languages only whose grammars are not there: nothing can check it. */
function languagesOf(
  { params: { lang, paths } }: AstEditStep,
  recipe: Recipe,
  grammars: Grammars,
): OpLanguages | undefined {
  const forced = lang === undefined ? undefined : resolveLanguage(lang);
  const { languages, areAll } = forced
    ? { languages: [forced], areAll: true }
    : languagesOfPaths(paths, languageOfFiles(recipe));
  const named = languages.filter((each) => grammars.readinessOf(each).kind === "ready");
  if (languages.length > 0 && named.length === 0) return undefined;
  return { named, others: areAll ? [] : grammars.readyLanguages };
}

function checkOp(
  { params, places }: AstEditStep,
  index: number,
  candidates: OpLanguages | undefined,
): Diagnostic[] {
  const op = params.ops[index];
  if (candidates === undefined || op === undefined) return [];
  const { named, others } = candidates;
  const languages = {
    *[Symbol.iterator]() {
      yield* named;
      yield* others;
    },
  };
  const invalid = findInvalidOps([op], languages, (language) => named.includes(language));
  return invalid.flatMap(({ problems }) =>
    problems.map(({ code, field, isAboutKey, message, hint }) =>
      errorAt(
        places(["ops", index, ...field], isAboutKey ? "key" : "value"),
        code === "unknown-key" ? "unknown-key" : "invalid-pattern",
        `${op.id}: ${message}`,
        hint,
      ),
    ),
  );
}

/** A language that a recipe names must be one, and its grammar must be there. */
function checkLanguage(name: string, place: PlaceInText, grammars: Grammars): Diagnostic[] {
  const language = resolveLanguage(name);
  if (language === undefined) {
    const hint = `${didYouMean(name, supportedLanguages())} Supported: ${supportedLanguages().join(", ")}.`;
    return [errorAt(place, "unknown-language", `There is no language \`${name}\`.`, hint)];
  }
  const readiness = grammars.readinessOf(language);
  switch (readiness.kind) {
    case "ready":
      return [];
    case "not-installed": {
      const message = `The grammar of \`${language}\` is not installed.`;
      return [errorAt(place, "language-not-installed", message, `Run \`${readiness.install}\`.`)];
    }
    case "broken": {
      const message = `The grammar of \`${language}\` cannot be used: ${readiness.why}.`;
      return [errorAt(place, "language-broken", message, "Install the package again.")];
    }
  }
}

function errorAt(
  place: PlaceInText,
  code: Diagnostic["code"],
  message: string,
  hint?: string,
): Diagnostic {
  return { code, severity: "error", message, ...(hint ? { hint } : {}), ...place };
}
