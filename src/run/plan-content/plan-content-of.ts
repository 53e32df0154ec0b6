import { GIT } from "../../config/sources/git/git-name.ts";
import { headCommit } from "../../git/head-commit.ts";
import { isOfModel, type Recipe } from "../../model/recipe/recipe.ts";
import type { PolicyInForce } from "../../model/report/source-schema.ts";
import type { DealtShard } from "../../model/search/shard.ts";
import type { RecipeTraits } from "../../plan-file/compare-heads.ts";
import { digestOfInputs, digestOfRecipe } from "../../plan-file/digests.ts";
import type { Plan, PlanContent, PlannedAction, PlannedRecipe } from "../../plan-file/plan.ts";
import { asksForTime } from "../../policy/facts-asked-by.ts";
import { hasCode } from "../../recipe/code-of.ts";
import type { RunWorld } from "../../request/request.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { policyInForce } from "../state/policy-in-force.ts";
import type { RunOutcome } from "../state/run-outcome.ts";

/** Returns the content of a run's plan, with some or all of its actions. */
export async function planContentOf(
  { report, prepared }: Pick<RunOutcome, "report" | "prepared">,
  actions: readonly PlannedAction[],
  root: string,
  { version = "", env, records }: RunWorld,
): Promise<PlanContent> {
  const { policy, recipes, given } = prepared;
  const inForce = policyInForce(policy);
  if (policy === undefined || inForce === null)
    throw new Error("Nothing is planned without a policy.");
  const { totals, skipped, alerts } = report;
  const { replay } = records ?? {};
  const commit = replay === undefined ? await headCommit(root, env) : replay.commit;
  return {
    sluice: version,
    base: {
      commit,
      ...definedOnly({
        compared: prepared.base,
        ...comparedLines(prepared, commit),
        files: prepared.selected?.paths,
      }),
    },
    recipes: recipes.map((recipe) => plannedRecipe(recipe, prepared)),
    policy: plannedPolicy(inForce),
    inputs: {
      values: given as Plan["inputs"]["values"], // Other values were refused before.
      sha256: digestOfInputs(given),
    },
    shard: plannedShard(prepared.shard),
    filesSearched: totals.filesSearched,
    ...(asksForTime(policy) ? { clock: report.run.startedAt } : {}),
    ...(policy.order === "stack" ? { order: policy.order } : {}),
    actions,
    skipped,
    alerts,
  };
}

/** Returns what a plan says of its shard, with the files that it got if there are others. */
function plannedShard(shard: DealtShard | undefined): PlanContent["shard"] {
  if (shard === undefined) return { index: 1, total: 1 };
  const { index, total, by, tree, files } = shard;
  return { index, total, by, tree, files: [...files].sort(comparePaths) };
}

/**
 * Returns since which commit lines count as changed, and if only those do. Lines that are staged changed since HEAD;
 * before the first commit all of a file is new, so that nothing is left out.
 */
function comparedLines(
  { since, staged, onlyChangedLines }: RunOutcome["prepared"],
  head: string | null,
): Pick<PlanContent["base"], "since" | "changedLines"> {
  if (!onlyChangedLines) return definedOnly({ since });
  const commit = since ?? (staged === undefined ? undefined : (head ?? undefined));
  return commit === undefined ? {} : { since: commit, changedLines: true };
}

/** Returns what a plan says of a recipe; one that a program gave is in the plan as text. */
function plannedRecipe(
  recipe: Recipe,
  { shippedFiles, givenTexts, ownInputs }: RunOutcome["prepared"],
): PlannedRecipe {
  const { name, hasCode, asksModel } = traitsOf(recipe);
  const text = givenTexts.get(recipe.path);
  const git = recipe.path.startsWith(GIT) ? recipe.path : undefined;
  const place =
    text === undefined && git === undefined
      ? placeOf(recipe.path, shippedFiles)
      : { path: null, shipped: null };
  const sha256 = digestOfRecipe(recipe);
  const inputs = inputsOf(ownInputs.get(recipe.name));
  return { name, ...place, sha256, ...definedOnly({ git, text, inputs }), hasCode, asksModel };
}

/** Returns what a plan says of the policy that decided. */
export function plannedPolicy({ source, builtIn, sha256 }: PolicyInForce): Plan["policy"] {
  return builtIn
    ? { builtIn: source, path: null, sha256 }
    : { builtIn: null, path: placeOf(source, new Map()).path, sha256 };
}

/** Undefined if there are none. Other values than a plan has were refused before. */
function inputsOf(own: Readonly<Record<string, unknown>> = {}): PlannedRecipe["inputs"] {
  return Object.keys(own).length === 0 ? undefined : (own as PlannedRecipe["inputs"]);
}

/** Returns what a plan says of a recipe beside its place and its content. */
export function traitsOf(recipe: Recipe): RecipeTraits {
  return { name: recipe.name, hasCode: hasCode(recipe), asksModel: isOfModel(recipe) };
}

/** Returns the place of a file that messages name `shown`: relative to the root, or to the recipes that ship. */
function placeOf(
  shown: string,
  shippedFiles: ReadonlyMap<string, string>,
): Pick<PlannedRecipe, "path" | "shipped"> {
  const shipped = shippedFiles.get(shown);
  if (shipped !== undefined) return { path: null, shipped };
  const isInside = !shown.startsWith("/") && !/^[A-Za-z]:|^object:/.test(shown);
  return { path: isInside ? shown : null, shipped: null };
}
