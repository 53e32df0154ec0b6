import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { asksModel } from "../../model/recipe.ts";
import { digestOfPolicy, digestOfRecipe } from "../../plan/digests.ts";
import type { Plan, PlannedRecipe } from "../../plan/plan.ts";
import { shown } from "../../shared/shown.ts";
import { packagePlaces } from "../prepare/package-places.ts";
import { preparePolicy } from "../prepare/prepare-policy.ts";
import { prepareRecipes } from "../prepare/prepare-recipes.ts";
import type { ApplyRequest } from "../request/apply-request.ts";
import type { RunWorld } from "../request/request.ts";

/** The files of a plan's recipes; or why they are missing, one sentence each. */
export type PlanSources =
  | { readonly recipes: readonly string[] }
  | { readonly faults: readonly string[] };

type Surroundings = Pick<RunWorld, "cwd" | "shippedRecipes" | "ownFolder">;

/** Finds the files of a plan's recipes. A file counts only if it means the same as it did then; no code runs. */
export async function findPlanRecipes(
  plan: Plan,
  request: ApplyRequest,
  world: Surroundings,
): Promise<PlanSources> {
  const recipes: string[] = [];
  const faults: string[] = [];
  for (const recipe of plan.recipes) {
    const candidates = candidatesFor(recipe, request, world);
    const found = await findFirst(candidates, (file) => isSame(file, recipe, plan, request, world));
    if (found !== undefined) recipes.push(found);
    else faults.push(await whyMissing(recipe, candidates));
  }
  return faults.length > 0 ? { faults } : { recipes };
}

/** Finds the policy that a plan was decided with, as `--policy` takes it; or returns why it is missing. */
export async function findPlanPolicy(
  { policy }: Plan,
  { root }: ApplyRequest,
  { cwd }: Surroundings,
): Promise<{ readonly policy: string } | { readonly fault: string }> {
  const named = policy.builtIn ?? (policy.path === null ? undefined : join(root, policy.path));
  const hint = "Name one with --policy; it then decides again.";
  if (named === undefined)
    return { fault: `The policy of the plan lies outside of the root. ${hint}` };
  const prepared = await preparePolicy(named, { cwd, root });
  if (prepared.policy && digestOfPolicy(prepared.policy) === policy.sha256)
    return { policy: named };
  const name = shown(policy.builtIn ?? policy.path ?? "");
  const fault = prepared.policy ? "is not what the plan was decided with" : "cannot be read";
  return { fault: `The policy ${name} ${fault}${firstOf(prepared.diagnostics)}. ${hint}` };
}

function firstOf([first]: readonly Diagnostic[]): string {
  return first === undefined ? "" : ` (${first.message.replace(/\.$/, "")})`;
}

function candidatesFor(
  { path, shipped }: PlannedRecipe,
  { root, recipes }: ApplyRequest,
  { cwd, shippedRecipes }: Surroundings,
): readonly string[] {
  if (path !== null) return [join(root, path)];
  if (shipped !== null) return [join(shippedRecipes, shipped)];
  return recipes.map((file) => resolve(cwd, file));
}

async function isSame(
  file: string,
  recipe: PlannedRecipe,
  plan: Plan,
  request: ApplyRequest,
  world: Surroundings,
): Promise<boolean> {
  const { root } = request;
  const { cwd, shippedRecipes: shipped } = world;
  const isFile = await stat(file).then(
    (stats) => stats.isFile(),
    () => false, // Reported by the caller.
  );
  if (!isFile) return false; // A missing file must not be taken for the name of another recipe.
  const places = { cwd, root, shipped, packages: packagePlaces({ ...world, ...request }) };
  const { values } = plan.inputs;
  const { recipes } = await prepareRecipes([file], places, { kind: "values", values });
  const [found] = recipes;
  if (found === undefined || digestOfRecipe(found) !== recipe.sha256) return false;
  const hasCode = found.tools.length + found.hooks.length > 0;
  return recipe.hasCode === hasCode && recipe.asksModel === asksModel(found);
}

async function whyMissing(
  { name, path, shipped }: PlannedRecipe,
  candidates: readonly string[],
): Promise<string> {
  const recipe = `The recipe ${shown(name)}`;
  if (path === null && shipped === null)
    return candidates.length === 0
      ? `${recipe} lies outside of the root. Name its file with --recipe FILE.`
      : `${recipe} is none of the files that --recipe names, as they are now.`;
  const place = shown(path ?? shipped ?? "");
  const isThere = await findFirst(candidates, (file) =>
    stat(file).then(
      () => true,
      () => false,
    ),
  );
  return isThere === undefined
    ? `${recipe} is not there: ${place}.`
    : `${recipe} (${place}) is not what the plan was made of.`;
}

async function findFirst(
  files: readonly string[],
  test: (file: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const file of files) if (await test(file)) return file;
  return undefined;
}
