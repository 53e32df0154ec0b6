import { prepareRecipes } from "../../../config/prepare/prepare-recipes.ts";
import { environmentOf } from "../../../config/prepare/recipe-languages.ts";
import type { ConfigReader } from "../../../config/sources/config-reader.ts";
import { isReference, locateRecipe, SHIPPED } from "../../../config/sources/locate-recipe.ts";
import { exactName, type SourcePlace } from "../../../config/sources/source-place.ts";
import { createGrammars, type Grammars } from "../../../edit/language/grammars.ts";
import type { FileFinding } from "../../../model/policy/explanation.ts";
import type { AstEditStep } from "../../../model/recipe/call-step.ts";
import type { Recipe, RecipeStep } from "../../../model/recipe/recipe.ts";
import { recipeAround } from "../../../model/recipe/used-recipes.ts";
import { digestOfRecipe } from "../../../plan-file/digests.ts";
import { STEP_KINDS } from "../../../recipe/steps/step-kinds.ts";
import type { PackagePlaces } from "../../../shared/package-places.ts";
import { pathFault } from "../../../shared/paths/posix-path.ts";
import { shown } from "../../../shared/shown.ts";
import { createStepReader } from "../../../tools/ast-edit/search/step-reader.ts";
import type { DecisionRecord, RecordedRecipe } from "./decision-record.ts";
import { type Found, scopeFinding } from "./scope-finding.ts";
import { outcomeOfStep } from "./step-outcomes.ts";

/** The place where the recipes of a record are read again. */
export interface RecipeSearch {
  /** Absolute. */
  readonly root: string;
  readonly reader: ConfigReader;
  readonly packages: PackagePlaces;
}

/** Finds out again, from the recipes as they are now, why their steps do nothing in a file. Runs nothing. */
export async function findInRecipes(
  path: string,
  record: DecisionRecord,
  search: RecipeSearch,
): Promise<readonly FileFinding[]> {
  const grammars = createGrammars(search.packages);
  const findings: FileFinding[] = [];
  for (const recorded of record.recipes) {
    const read = await readAgain(recorded, record, search);
    if (typeof read === "string") findings.push({ code: "recipe", message: read, from: "now" });
    else findings.push(...inRecipe(path, read, record, grammars));
  }
  return findings;
}

/** Reads a recipe again; returns a sentence if it is not what it was. */
async function readAgain(
  { path, blobId, sha256 }: RecordedRecipe,
  { inputs, used = [] }: DecisionRecord,
  { reader, packages }: RecipeSearch,
): Promise<Recipe | string> {
  const name = shown(path);
  const unknown = "why it did nothing in the file cannot be found out again";
  const place = await placeOf(path, reader);
  if (place === undefined) return `The recipe ${name} lies outside of the root: ${unknown}.`;
  const read = await reader.read(place, "recipe");
  if ("diagnostic" in read) return `The recipe ${name} cannot be read: ${unknown}.`;
  const binding =
    inputs === undefined
      ? ({ kind: "placeholders" } as const)
      : ({ kind: "values", values: inputs } as const);
  const use = exactName(place, reader.root);
  const { recipes } = await prepareRecipes([use], { reader, packages }, binding);
  const [recipe] = recipes;
  const now = reader.sources.find(
    (source) => source.role === "recipe" && source.path === read.path,
  );
  const isOtherUsed = reader.sources.some(
    ({ role, path, blobId }) =>
      role === "used-recipe" && used.every((one) => one.path !== path || one.blobId !== blobId),
  );
  const isSame =
    recipe !== undefined &&
    (sha256 === undefined
      ? now?.blobId === blobId && !isOtherUsed
      : digestOfRecipe(recipe) === sha256);
  return isSame ? recipe : `The recipe ${name} has changed since: ${unknown}.`;
}

async function placeOf(path: string, reader: ConfigReader): Promise<SourcePlace | undefined> {
  if (path.startsWith(SHIPPED)) return (await locateRecipe(path, reader))?.place;
  if (isReference(path)) return undefined;
  return pathFault(path) === undefined && !path.startsWith("object:")
    ? { origin: "tree", path }
    : undefined;
}

function inRecipe(
  path: string,
  recipe: Recipe,
  record: DecisionRecord,
  grammars: Grammars,
): readonly FileFinding[] {
  const about = { recipe: recipe.name, from: "now" } as const;
  const scope = scopeFinding(path, recipe);
  if (scope !== undefined) return [{ ...about, ...scope }];
  return recipe.steps.flatMap((step): readonly FileFinding[] => {
    const outcome = outcomeOfStep(step, recipe, record);
    if (outcome.kind === "skipped") return [];
    const around = recipeAround(recipe, step);
    const outside = step.used === undefined ? undefined : scopeFinding(path, around);
    if (outside !== undefined) return [{ ...about, step: step.id, ...outside }];
    return foundInStep(path, step, around, grammars).map((finding) => {
      const isOpen = outcome.kind === "open" && isByRunning(finding);
      const told = record.about.kind === "plan" ? finding : withDoubt(finding);
      return { ...about, ...told, ...(isOpen ? outcome.finding : {}) };
    });
  });
}

/** A report does not have the files that its run was limited to. */
function withDoubt<Finding extends Found>(finding: Finding): Finding {
  if (finding.code !== "no-match") return finding;
  const doubt =
    "The record does not say if the run was limited to other files (`--paths` or the like).";
  return { ...finding, message: `${finding.message} ${doubt}` };
}

/** True if a finding says what the step found in the file, and not that it never looks at it. */
function isByRunning({ code }: Found): boolean {
  return code === "no-match" || code === "other-tool" || code === "prompt";
}

/** Returns why a step, or each call of a group, does nothing in a file. */
function foundInStep(
  path: string,
  step: RecipeStep,
  recipe: Recipe,
  grammars: Grammars,
): readonly (Found & Pick<FileFinding, "step">)[] {
  const { id } = step;
  switch (step.kind) {
    case "parallel":
      return step.steps.flatMap((call) => foundInStep(path, call, recipe, grammars));
    case "ast_edit":
      return [{ step: id, ...stepFinding(path, step, recipe, grammars) }];
    default: {
      const message = STEP_KINDS[step.kind].deciderOf?.(step) ?? "It decides for each file.";
      return [{ step: id, code: step.kind === "prompt" ? "prompt" : "other-tool", message }];
    }
  }
}

function stepFinding(
  path: string,
  { params }: AstEditStep,
  recipe: Recipe,
  grammars: Grammars,
): Found {
  const read = createStepReader(params, { ...environmentOf(recipe), grammars })(path);
  if (read.kind === "unread") return { code: read.note.code, message: read.note.message };
  const message =
    "No pattern matched in it, or what matched stays as it is. A file whose text cannot match " +
    "is not parsed; the outcome is the same.";
  return { code: "no-match", message };
}
