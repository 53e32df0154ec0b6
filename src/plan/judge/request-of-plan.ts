import type { Plan } from "../../plan-file/plan.ts";
import { RUN_DEFAULTS } from "../../request/options/request-fields.ts";
import type { PlanRequest, RecipeUse, RunRequest } from "../../request/request.ts";

/** Makes the request that a plan is derived again with. */
export function requestOfPlan(
  request: PlanRequest,
  plan: Pick<Plan, "base" | "inputs" | "recipes">,
  sources: Pick<RunRequest, "trust" | "base" | "recipes" | "policy">,
): RunRequest {
  const { root, objects, allowCode, allowEnv, allowHosts, packages } = request;
  const { cache, maxMatches, maxText, client } = request;
  return {
    ...RUN_DEFAULTS,
    ...sources,
    command: "plan",
    root,
    objects,
    allowCode,
    allowEnv,
    allowHosts,
    packages,
    client,
    cache,
    maxMatches,
    maxText,
    uses: usesOf(plan, sources.recipes),
    inputs: plan.inputs.values,
    since: request.since ?? plan.base.since,
    planned: plan.base.files,
    compared: sources.trust === "all" ? plan.base.compared : undefined,
    changedLines: plan.base.changedLines === true,
  };
}

/** The recipes with values of their own; undefined if none has any. */
function usesOf(
  { recipes }: Pick<Plan, "recipes">,
  names: readonly string[],
): readonly RecipeUse[] | undefined {
  if (recipes.every(({ inputs }) => inputs === undefined)) return undefined;
  return names.map((name, at) => ({ name, inputs: recipes[at]?.inputs ?? {} }));
}
