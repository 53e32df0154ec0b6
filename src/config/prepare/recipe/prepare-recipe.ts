import type { Grammars } from "../../../edit/language/grammars.ts";
import { type Diagnostic, hasErrors } from "../../../model/diagnostic.ts";
import type { CallStep } from "../../../model/recipe/call-step.ts";
import { PER_MATCH_FORMATTED } from "../../../model/recipe/format-params.ts";
import { callsOf, isSearch, type Recipe } from "../../../model/recipe/recipe.ts";
import { codeOf, isCodeFile } from "../../../recipe/code-of.ts";
import type { InputBinding } from "../../../recipe/inputs/bind-inputs.ts";
import { type LoadedRecipe, loadRecipe } from "../../../recipe/load-recipe.ts";
import { newFaults } from "../../../recipe/new-faults.ts";
import type { ConfigReader, RecipeHome } from "../../sources/config-reader.ts";
import type { NamedBy } from "../../sources/git/open-commits.ts";
import { type FoundRecipe, findRecipe } from "../../sources/locate-used.ts";
import { readSource } from "../../sources/read-source.ts";
import type { SourcePlace } from "../../sources/source-place.ts";
import { checkConditions } from "../check-conditions.ts";
import { checkEdits } from "../check-edits.ts";
import { checkPrompts } from "../check-prompts.ts";
import { readRules } from "../read-rules.ts";
import { type Leading, UseBudget, useRecipes } from "./use-recipes.ts";

/** The means to prepare a recipe. */
interface Preparing {
  readonly reader: ConfigReader;
  readonly binding: InputBinding;
  readonly grammars: Grammars;
  /** Default: the caller. */
  readonly by?: NamedBy;
}

/** Finds, reads and checks a recipe, and those that it uses. There is none if anything is wrong with it. */
export async function prepareRecipe(name: string, preparing: Preparing): Promise<LoadedRecipe> {
  const found = await findRecipe(name, preparing.reader, preparing.by);
  return prepareFound(found, preparing, { role: "recipe", chain: [], budget: new UseBudget() });
}

/** Reads and checks a recipe that was found. */
async function prepareFound(
  found: FoundRecipe,
  preparing: Preparing,
  { role, chain, budget }: Leading,
): Promise<LoadedRecipe> {
  if ("fault" in found) return { inputs: [], diagnostics: [found.fault] };
  const { reader, binding } = preparing;
  const read = await readSource(reader, found.place, role);
  if ("diagnostic" in read) return { inputs: [], diagnostics: [read.diagnostic] };
  const loaded = loadRecipe(read.written, read.path, binding);
  const known = [...found.diagnostics, ...loaded.diagnostics];
  const { inputs } = loaded;
  const home = reader.homeOf(found.place);
  if (!loaded.recipe) {
    const more = loaded.draft ? (await checkParts(loaded.draft, home, preparing)).diagnostics : [];
    return { inputs, diagnostics: [...known, ...newFaults(more, known)] };
  }
  const own = await checkParts(loaded.recipe, home, preparing);
  const leading: Leading = { role: "used-recipe", chain: [...chain, found.place], budget };
  const whole = await useRecipes(own.recipe, {
    reader,
    binding,
    leading,
    prepare: (used, values) => prepareFound(used, { ...preparing, binding: values }, leading),
  });
  const problems = [
    ...own.diagnostics,
    ...whole.diagnostics,
    ...(hasErrors(whole.diagnostics) ? [] : await checkConditions(whole.recipe)),
    ...(await checkPrompts(own.recipe)),
    ...codeOfCommit(own.recipe, found.place),
    ...(role === "recipe" ? checkFormats(whole.recipe) : []),
  ];
  const diagnostics = [...known, ...problems];
  return { inputs, diagnostics, ...(hasErrors(problems) ? {} : { recipe: whole.recipe }) };
}

/** Reads the rules of a recipe, or of the valid parts of one, and checks its edits. */
async function checkParts(
  part: Recipe,
  home: RecipeHome,
  { reader, grammars }: Preparing,
): Promise<{ readonly recipe: Recipe; readonly diagnostics: readonly Diagnostic[] }> {
  const { recipe, diagnostics } = await readRules(part, { reader, home, grammars });
  const ofEdits = await checkEdits(recipe, grammars, () => reader.loading.pause());
  return { recipe, diagnostics: [...diagnostics, ...ofEdits] };
}

/**
 * Reports steps that have a formatter and an action for each match, which could not be applied one without the others.
 */
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
  return isSearch(step) ? step.places(["per"]) : step.place;
}

/**
 * Reports the modules that a recipe of a commit brings: tools, hooks and transforms in files. No code is taken from a
 * commit, and a file of the tree by the same name is another one. Programs and packages are those of the project.
 */
function codeOfCommit(recipe: Recipe, place: SourcePlace): readonly Diagnostic[] {
  if (place.origin !== "git") return [];
  return codeOf(recipe).flatMap((code): Diagnostic[] => {
    if (!isCodeFile(code)) return [];
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
