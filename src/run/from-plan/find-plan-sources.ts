import { join } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { asksModel } from "../../model/recipe.ts";
import { digestOfPolicy, digestOfRecipe } from "../../plan/digests.ts";
import type { Plan, PlannedRecipe } from "../../plan/plan.ts";
import { shown } from "../../shared/shown.ts";
import { packagePlaces } from "../prepare/package-places.ts";
import { preparePolicy } from "../prepare/prepare-policy.ts";
import { prepareRecipes, type RecipePlaces } from "../prepare/prepare-recipes.ts";
import type { ApplyRequest } from "../request/apply-request.ts";
import type { RunWorld } from "../request/request.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { findShipped } from "../sources/locate-recipe.ts";
import { exactName, type SourcePlace } from "../sources/source-place.ts";

/** The files of a plan's recipes; or why they are missing, one sentence each. */
export type PlanSources =
  | { readonly recipes: readonly string[] }
  | { readonly faults: readonly string[] };

/** The place where the files of a plan's recipes are searched. */
interface Surroundings {
  readonly world: Pick<RunWorld, "cwd" | "ownFolder">;
  readonly reader: ConfigReader;
}

/** Finds the files of a plan's recipes. A file counts only if it means the same as it did then; no code runs. */
export async function findPlanRecipes(
  plan: Plan,
  request: ApplyRequest,
  { world, reader }: Surroundings,
): Promise<PlanSources> {
  const recipes: string[] = [];
  const faults: string[] = [];
  const places = { reader, packages: packagePlaces(request, reader.trust, world) };
  for (const recipe of plan.recipes) {
    const candidates = await candidatesFor(recipe, request, reader);
    const found = await findFirst(candidates, (place) => isSame(place, recipe, plan, places));
    if (found !== undefined) recipes.push(exactName(found, request.root));
    else faults.push(await whyMissing(recipe, candidates, reader));
  }
  return faults.length > 0 ? { faults } : { recipes };
}

/** Finds the policy that a plan was decided with, as `--policy` takes it; or returns why it is missing. */
export async function findPlanPolicy(
  { policy }: Plan,
  root: string,
  reader: ConfigReader,
): Promise<{ readonly policy: string } | { readonly fault: string }> {
  const named =
    policy.builtIn ??
    (policy.path === null ? undefined : exactName({ origin: "tree", path: policy.path }, root));
  const hint = "Name one with --policy; it then decides again.";
  if (named === undefined)
    return { fault: `The policy of the plan lies outside of the root. ${hint}` };
  const prepared = await preparePolicy(named, reader);
  if (prepared.policy && digestOfPolicy(prepared.policy) === policy.sha256)
    return { policy: named };
  const name = shown(policy.builtIn ?? policy.path ?? "");
  const fault = prepared.policy ? "is not what the plan was decided with" : "cannot be read";
  return { fault: `The policy ${name} ${fault}${firstOf(prepared.diagnostics)}. ${hint}` };
}

function firstOf([first]: readonly Diagnostic[]): string {
  return first === undefined ? "" : ` (${first.message.replace(/\.$/, "")})`;
}

async function candidatesFor(
  { path, shipped }: PlannedRecipe,
  { recipes }: ApplyRequest,
  reader: ConfigReader,
): Promise<readonly SourcePlace[]> {
  if (path !== null) return [{ origin: "tree", path }];
  if (shipped === null) return recipes.map((file) => reader.placeOf(file));
  const file = join(reader.shipped, shipped);
  const known = (await findShipped(reader)).map(({ place }) => place);
  return known.filter((place) => place.origin === "shipped" && place.file === file);
}

async function isSame(
  place: SourcePlace,
  recipe: PlannedRecipe,
  plan: Plan,
  places: RecipePlaces,
): Promise<boolean> {
  // A missing file must not be taken for the name of another recipe.
  if (!(await places.reader.isFile(place))) return false;
  const { values } = plan.inputs;
  const name = exactName(place, places.reader.root);
  const { recipes } = await prepareRecipes([name], places, { kind: "values", values });
  const [found] = recipes;
  if (found === undefined || digestOfRecipe(found) !== recipe.sha256) return false;
  const hasCode = found.tools.length + found.hooks.length > 0;
  return recipe.hasCode === hasCode && recipe.asksModel === asksModel(found);
}

async function whyMissing(
  { name, path, shipped }: PlannedRecipe,
  candidates: readonly SourcePlace[],
  reader: ConfigReader,
): Promise<string> {
  const recipe = `The recipe ${shown(name)}`;
  if (path === null && shipped === null)
    return candidates.length === 0
      ? `${recipe} lies outside of the root. Name its file with --recipe FILE.`
      : `${recipe} is none of the files that --recipe names, as they are now.`;
  const place = shown(path ?? shipped ?? "");
  const isThere = await findFirst(candidates, (candidate) => reader.isFile(candidate));
  return isThere === undefined
    ? `${recipe} is not there: ${place}.`
    : `${recipe} (${place}) is not what the plan was made of.`;
}

async function findFirst(
  places: readonly SourcePlace[],
  test: (place: SourcePlace) => Promise<boolean>,
): Promise<SourcePlace | undefined> {
  for (const place of places) if (await test(place)) return place;
  return undefined;
}
