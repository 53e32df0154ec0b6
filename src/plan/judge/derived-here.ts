import { KnownPlans } from "../../cache/known-plans.ts";
import type { Policy } from "../../model/policy.ts";
import { isOfModel, type Recipe } from "../../model/recipe/recipe.ts";
import type { TrustInUse } from "../../model/source-file.ts";
import type { Plan } from "../../plan-file/plan.ts";
import { asksForSurroundings } from "../../policy/facts-asked-by.ts";
import { hasCode } from "../../recipe/code-of.ts";
import type { PlanRequest, RunRequest, RunWorld } from "../../request/request.ts";
import { userStateOf } from "../../tree/user-state-of.ts";
import type { PlanDerivation } from "./judged-plan.ts";

/** The parts of a world that tell which plans are known. */
type KnowingWorld = Pick<RunWorld, "user" | "env" | "cwd" | "build" | "keepsCache" | "without">;

/** The run that derived a plan. */
interface DerivingRun {
  readonly recipes: readonly Recipe[];
  readonly trust: TrustInUse | null;
  readonly policy?: Policy | undefined;
}

/**
 * Remembers that this user derived a plan here, if all of the tree was trusted, neither code nor a model helped, and
 * the policy would decide the same at any time.
 */
export function rememberDerived(
  { digest }: Pick<Plan, "digest">,
  { root, cache }: Pick<RunRequest, "root" | "cache">,
  world: KnowingWorld,
  { recipes, trust, policy }: DerivingRun,
): void {
  const { build, keepsCache } = world;
  const isPure = recipes.every((one) => !hasCode(one) && !isOfModel(one));
  if (!cache || keepsCache === false || build === undefined) return;
  if (policy === undefined || asksForSurroundings(policy)) return;
  if (isPure && trust?.mode === "all") knownPlans(root, world).add({ root, digest, build });
}

/**
 * True if a plan need not be derived again: this user derived it on this machine and in this root, with this build of
 * Sluice, and the caller trusts all of the tree and asks for no other judgement.
 */
export function isDerivedHere(
  { digest, recipes }: Plan,
  { root, cache, verify, since, policy }: PlanRequest,
  { world, sources }: Pick<PlanDerivation, "world" | "sources">,
): boolean {
  const { build, without } = world;
  const isOff = !cache || without?.includes("known-results");
  const isAsked = [verify, since, policy].some((wish) => wish !== undefined) || isOff;
  const isPure = recipes.every((one) => !one.hasCode && !one.asksModel);
  if (isAsked || !isPure || build === undefined || sources.trust.mode !== "all") return false;
  return knownPlans(root, world).has({ root, digest, build });
}

function knownPlans(root: string, world: KnowingWorld): KnownPlans {
  return new KnownPlans(userStateOf(root, world));
}
