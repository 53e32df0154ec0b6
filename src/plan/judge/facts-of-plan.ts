import { resolve } from "node:path";
import { type FactOrigin, type Facts, factsFrom } from "../../model/action/facts.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import type { PlanRequest } from "../../request/request.ts";
import { shownPath } from "../../request/shown-path.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { isPackageManifest } from "../../shared/package-manifest.ts";
import { foldedPath } from "../../shared/paths/folded-path.ts";

/** The parts of a plan that tell what its actions rest on. */
type PlanParts = Pick<Plan, "recipes" | "policy">;

/** The surroundings of a plan, and the policy that decides again. */
interface Deciding {
  readonly request: Pick<PlanRequest, "root" | "recipes">;
  readonly cwd: string;
  /** The policy's file, as shown to users. */
  readonly source: string;
}

/** A plan is believed about the call, and about edits, with which its facts are compared. */
const BELIEVED: readonly FactOrigin[] = ["call", "edits", "author"];

/** Its word on these may count, too, if all of the tree is trusted. Facts of the tree are found again. */
const CLAIMED: readonly FactOrigin[] = [...BELIEVED, "engine", "git", "run"];

/**
 * Returns a function from an action of a plan to the facts that follow from the plan. Facts that only the engine, git
 * or the run can find out are missing: a condition on one is a hit in a guard and a miss in a rule. If the plan says
 * that a model or untrusted text had a part, that is believed. A recipe that asks a model is enough for the first.
 */
export function factsOfPlan(plan: PlanParts, deciding: Deciding): (action: PlannedAction) => Facts {
  const askers = new Set(plan.recipes.filter((one) => one.asksModel).map(({ name }) => name));
  const runFilesIn = createRunFilesIn(plan, deciding);
  return ({ recipe, facts }) =>
    definedOnly({
      ...factsFrom(BELIEVED, facts),
      fromModel: facts.fromModel || askers.has(recipe) ? true : undefined,
      untrusted: facts.untrusted ? true : undefined,
      runFiles: runFilesIn(facts.files),
      packageScripts: facts.files.some(isPackageManifest) ? undefined : [],
    }) as Facts; // A condition on a missing fact is unknown.
}

/** Returns the same with the plan's word on every fact that follows neither from its edits nor from the tree. */
export function claimedFactsOf(
  known: (action: PlannedAction) => Facts,
): (action: PlannedAction) => Facts {
  return (action) => {
    const { facts } = action;
    const found = known(action);
    const { fromModel } = facts;
    const { packageScripts } = found;
    return definedOnly({
      ...factsFrom(CLAIMED, facts),
      ...found,
      fromModel,
      packageScripts,
    }) as Facts;
  };
}

/** The files of which a run's rules and inputs may be. */
const SETTINGS = /\.(ya?ml|jsonl?)$/;

/**
 * Returns a function that finds the files which configure the run that made the plan, or this one. It returns undefined
 * if that is unknown: a plan does not name the rule files, the inputs and the code of its recipes.
 */
function createRunFilesIn(
  { recipes, policy }: PlanParts,
  { request, cwd, source }: Deciding,
): (files: readonly string[]) => readonly string[] | undefined {
  const own = request.recipes.map((file) => shownPath(resolve(cwd, file), request.root));
  const named = [...recipes.map(({ path }) => path), policy.path, source, ...own];
  const known = new Set(named.flatMap((path) => (path === null ? [] : [foldedPath(path)])));
  const hasCode = recipes.some((recipe) => recipe.hasCode);
  return (files) => {
    const folded = files.map((path) => ({ path, name: foldedPath(path) }));
    const found = folded.flatMap(({ path, name }) => (known.has(name) ? [path] : []));
    if (found.length > 0) return found;
    const mayBe = folded.some(({ name }) => hasCode || SETTINGS.test(name));
    return mayBe ? undefined : [];
  };
}
