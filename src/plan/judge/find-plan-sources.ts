import { join } from "node:path";
import { packagePlaces } from "../../config/prepare/package-places.ts";
import { prepareRecipes, type RecipePlaces } from "../../config/prepare/prepare-recipes.ts";
import type { ConfigReader } from "../../config/sources/config-reader.ts";
import { GIT } from "../../config/sources/git/git-name.ts";
import { findShipped, isReference } from "../../config/sources/locate-recipe.ts";
import { type FoundRecipe, findRecipe } from "../../config/sources/locate-used.ts";
import { exactName, type SourcePlace } from "../../config/sources/source-place.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { isOfModel, type Recipe } from "../../model/recipe/recipe.ts";
import { digestOfRecipe } from "../../plan-file/digests.ts";
import type { Plan, PlannedRecipe } from "../../plan-file/plan.ts";
import { hasCode } from "../../recipe/code-of.ts";
import type { PlanRequest, RunWorld } from "../../request/request.ts";
import { shown, withoutControls } from "../../shared/shown.ts";
import { firstProblem } from "./first-problem.ts";
import { nameOfText } from "./plan-texts.ts";
import { projectInputsFault } from "./project-inputs.ts";

/** The files of a plan's recipes; or why they are missing, one sentence each. */
export type PlanSources =
  | { readonly recipes: readonly string[]; readonly loaded: readonly Recipe[] }
  | { readonly faults: readonly string[] };

/** What a plan was made of. */
type PlanHead = Pick<Plan, "recipes" | "policy" | "inputs">;

/** The place where the files of a plan's recipes are searched. */
interface Surroundings {
  readonly world: Pick<RunWorld, "cwd" | "ownFolder">;
  readonly reader: ConfigReader;
}

/** Finds the files of a plan's recipes. A file counts only if it means the same as it did then; no code runs. */
export async function findPlanRecipes(
  plan: PlanHead,
  request: PlanRequest,
  { world, reader }: Surroundings,
): Promise<PlanSources> {
  const recipes: string[] = [];
  const loaded: Recipe[] = [];
  const faults: string[] = [];
  const places = { reader, packages: packagePlaces(request, reader.trust, world) };
  for (const recipe of plan.recipes) {
    const { candidates, fault: missing } = await candidatesFor(recipe, request, reader);
    const found = await findSame(candidates, recipe, plan, places);
    if ("recipe" in found) {
      const name = exactName(found.place, request.root);
      const fault = await projectInputsFault(recipe, name, reader);
      if (fault !== undefined) faults.push(fault);
      recipes.push(name);
      loaded.push(found.recipe);
    } else
      faults.push(
        await whyMissing(recipe, candidates, { reader, problem: found.problem ?? missing }),
      );
  }
  return faults.length > 0 ? { faults } : { recipes, loaded };
}

/** Returns the end of a sentence about a recipe: a problem with it, and the hint. */
function problemText(problem: Diagnostic | undefined): string {
  return problem === undefined ? "." : `${firstProblem([problem])}. ${problem.hint ?? ""}`.trim();
}

/** The places that a recipe of a plan may lie in, and the fault of a name among them. */
interface Candidates {
  readonly candidates: readonly SourcePlace[];
  readonly fault?: Diagnostic | undefined;
}

async function candidatesFor(
  { name, path, shipped, text, git }: PlannedRecipe,
  { recipes, client }: PlanRequest,
  reader: ConfigReader,
): Promise<Candidates> {
  if (git !== undefined && recipes.length === 0) return placeInCommit(git, reader);
  if (path !== null) return { candidates: [{ origin: "tree", path }] };
  const isTrusted = reader.trust.mode === "all" || client !== undefined;
  const isBrought = text !== undefined && isTrusted;
  const brought = isBrought ? [{ origin: "object", name: nameOfText({ name }) } as const] : [];
  if (shipped === null) {
    const found = await Promise.all(recipes.map((file) => placeOfRecipe(file, reader)));
    const named = found.flatMap((each) => ("place" in each ? [each.place] : []));
    const fault = found.flatMap((each) => ("fault" in each ? [each.fault] : []))[0];
    return { candidates: [...brought, ...named], fault };
  }
  const file = join(reader.shipped, shipped);
  const known = (await findShipped(reader)).map(({ place }) => place);
  return {
    candidates: known.filter((place) => place.origin === "shipped" && place.file === file),
  };
}

/**
 * A plan may name a commit as a file of the tree may: with consent to its server, and if all of the tree is trusted.
 */
async function placeInCommit(name: string, reader: ConfigReader): Promise<Candidates> {
  if (reader.trust.mode !== "all" || !name.startsWith(GIT)) return { candidates: [] };
  const found = await findRecipe(name, reader, "file");
  return "place" in found ? { candidates: [found.place] } : { candidates: [], fault: found.fault };
}

async function placeOfRecipe(
  name: string,
  reader: ConfigReader,
): Promise<FoundRecipe | { readonly place: SourcePlace }> {
  return isReference(name) ? findRecipe(name, reader) : { place: reader.placeOf(name) };
}

/** Finds the candidate that means the same as the plan's recipe; otherwise the first problem of one that has any. */
async function findSame(
  candidates: readonly SourcePlace[],
  planned: PlannedRecipe,
  plan: PlanHead,
  places: RecipePlaces,
): Promise<
  | { readonly place: SourcePlace; readonly recipe: Recipe }
  | { readonly problem: Diagnostic | undefined }
> {
  let problem: Diagnostic | undefined;
  for (const place of candidates) {
    // A missing file must not be taken for the name of another recipe.
    if (!(await places.reader.isFile(place))) continue;
    const name = exactName(place, places.reader.root);
    const binding = { kind: "values", values: plan.inputs.values } as const;
    const use = { name, inputs: planned.inputs ?? {} };
    const { recipes, diagnostics } = await prepareRecipes([use], places, binding);
    const [recipe] = recipes;
    problem ??= diagnostics.find(({ severity }) => severity === "error");
    if (recipe !== undefined && isSame(recipe, planned)) return { place, recipe };
  }
  return { problem };
}

function isSame(found: Recipe, planned: PlannedRecipe): boolean {
  if (digestOfRecipe(found) !== planned.sha256) return false;
  return planned.hasCode === hasCode(found) && planned.asksModel === isOfModel(found);
}

async function whyMissing(
  { name, path, shipped, text, git }: PlannedRecipe,
  candidates: readonly SourcePlace[],
  { reader, problem }: { readonly reader: ConfigReader; readonly problem: Diagnostic | undefined },
): Promise<string> {
  const recipe = `The recipe ${shown(name)}`;
  if (git !== undefined && candidates.length === 0)
    return (
      `${recipe} is in a commit of another repository, which a plan alone does not make Sluice fetch` +
      `${firstProblem(problem === undefined ? [] : [problem])}. Name it with --recipe ${withoutControls(git)}`
    );
  if (text !== undefined && candidates.length === 0)
    return (
      `${recipe} is in the plan itself, which no plan may do with \`--trust ${reader.trust.mode}\`. ` +
      "Name its file with --recipe FILE."
    );
  if (path === null && shipped === null && text === undefined)
    return candidates.length === 0
      ? `${recipe} lies outside of the root. Name its file with --recipe FILE; a program gives its object again.`
      : `${recipe} is none of the files that --recipe names, as they are now${problemText(problem)}`;
  const place = shown(path ?? shipped ?? "in the plan");
  for (const candidate of candidates)
    if (await reader.isFile(candidate))
      return `${recipe} (${place}) is not what the plan was made of${problemText(problem)}`;
  return `${recipe} is not there: ${place}.`;
}
