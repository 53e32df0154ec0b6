import { checkToolSteps } from "../../config/prepare/check-tool-steps.ts";
import { prepareRecipes, type RecipePlaces } from "../../config/prepare/prepare-recipes.ts";
import { refuseCode } from "../../config/prepare/recipe-extensions.ts";
import { locateRecipe } from "../../config/sources/locate-recipe.ts";
import { exactName, shownPlace } from "../../config/sources/source-place.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { hasCode } from "../../model/recipe/code-of.ts";
import { asksModel, type Recipe } from "../../model/recipe/recipe.ts";
import { type CasesPlace, casesPlaceOf } from "./cases-place.ts";
import { readCases } from "./read-cases.ts";
import { opsById } from "./run-snippet.ts";
import type { TestCase } from "./test-case.ts";

/** A recipe whose cases may run. */
export interface ReadyRecipe {
  readonly name: string;
  /** Its file, in words. */
  readonly path: string;
  /** A name that finds exactly it. */
  readonly exactName: string;
  readonly recipe: Recipe;
  /** True if the command line names it. */
  readonly isNamed: boolean;
  /** Undefined if it is in no file. */
  readonly place: CasesPlace | undefined;
  readonly cases: readonly TestCase[];
  /** Why none of its cases runs: a sentence. */
  readonly untested?: string | undefined;
}

/** How recipes are made ready. */
export interface Readying {
  readonly places: RecipePlaces;
  readonly grammars: Grammars;
  readonly allowCode: boolean;
  readonly isNamed: boolean;
}

/** A recipe that is ready, and every fault of it and of its cases. */
export interface MadeReady {
  readonly ready?: ReadyRecipe;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and checks a recipe and all of its cases. Nothing runs. */
export async function readyRecipe(
  name: string,
  { places, grammars, allowCode, isNamed }: Readying,
): Promise<MadeReady> {
  const { reader } = places;
  const prepared = await prepareRecipes([name], places, { kind: "placeholders" });
  const [recipe] = prepared.recipes;
  const located = await locateRecipe(name, reader);
  if (recipe === undefined || located === undefined) return { diagnostics: prepared.diagnostics };
  const place = casesPlaceOf(located.place, reader);
  const read =
    place === undefined ? { cases: [], diagnostics: [] } : await readCases(place, reader.loading);
  const { cases } = read;
  const hasTrees = cases.some(({ kind }) => kind === "tree");
  const diagnostics = [
    ...prepared.diagnostics,
    ...read.diagnostics,
    ...checkToolSteps([recipe]),
    ...unknownIds(cases, recipe, grammars),
    ...(hasTrees && !allowCode && hasCode(recipe) ? refuseCode([recipe]) : []),
  ];
  if (hasErrors(diagnostics)) return { diagnostics };
  const untested = whyUntested(recipe, place, cases);
  const exact = exactName(located.place, reader.root);
  const path = shownPlace(located.place);
  const shown = { name: recipe.name, path, exactName: exact };
  return { ready: { ...shown, recipe, isNamed, place, cases, untested }, diagnostics };
}

function whyUntested(
  recipe: Recipe,
  place: CasesPlace | undefined,
  cases: readonly TestCase[],
): string | undefined {
  if (asksModel(recipe)) return "It asks a model, and a test asks none.";
  if (cases.length > 0) return undefined;
  return place === undefined ? "It is in no file." : `It has no case in ${place.folder}.`;
}

/** A snippet of a rule that the recipe does not have tests nothing. */
function unknownIds(
  cases: readonly TestCase[],
  recipe: Recipe,
  grammars: Grammars,
): readonly Diagnostic[] {
  const seen = new Set<string>();
  return cases.flatMap((test): Diagnostic[] => {
    if (test.kind !== "snippet" || seen.has(test.id)) return [];
    seen.add(test.id);
    const ops = opsById(test, recipe, grammars);
    const fault = { code: "invalid-case", severity: "error", ...test.place } as const;
    if (ops.length === 0)
      return [{ ...fault, message: `The recipe ${recipe.name} has no rule \`${test.id}\`.` }];
    if (ops.some(({ languages }) => languages.length > 0)) return [];
    return [{ ...fault, message: `The language of the rule \`${test.id}\` is not installed.` }];
  });
}
