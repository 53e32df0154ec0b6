import { judgePlan } from "../plan/judge/judge-plan.ts";
import { readPlanRequest } from "../plan/judge/read-plan-request.ts";
import { APPLY_DEFAULTS } from "../request/options/request-fields.ts";
import type { PlanRequest, VerifyRequest } from "../request/request.ts";
import { type AcceptedChanges, type BaseSetting, basesOf, textsOf } from "./accepted-changes.ts";

/**
 * Accepts the actions of a plan that `apply` would write in the base, as of a stranger's plan: its recipes, its inputs
 * and its policy are those of the base or of the caller, and make the same actions there.
 */
export async function acceptedByPlan(
  plan: string,
  { request, differences, world, sources, signal, derive }: BaseSetting,
): Promise<AcceptedChanges> {
  const asked = planRequestOf(plan, request);
  const read = await readPlanRequest(asked, world.cwd);
  if ("diagnostics" in read) return { kind: "invalid", diagnostics: read.diagnostics };
  if (read.plan.texts !== undefined)
    return { kind: "unproved", why: "the plan has only actions that are held." };
  const bases = basesOf(read.plan.actions, { request, differences });
  if ("why" in bases) return { kind: "unproved", why: bases.why };
  const quiet = { ...world, emit: () => undefined };
  const judged = await judgePlan(read.plan, asked, { world: quiet, sources, derive });
  if (judged.kind === "invalid") return { kind: "invalid", diagnostics: judged.diagnostics };
  if (judged.kind === "differs") return { kind: "unproved", why: judged.messages.join(" ") };
  if (judged.kind === "ended")
    return { kind: "unproved", why: `the plan was not derived again to the end: ${judged.cause}.` };
  const accepted = judged.actions.filter(({ state }) => state === "would-apply");
  return textsOf(accepted, bases, signal);
}

function planRequestOf(plan: string, request: VerifyRequest): PlanRequest {
  const { root, trust, base, policy, inputs, inputsFile, recipeFiles, objects } = request;
  const { allowCode, allowEnv, allowHosts, packages, maxPlanBytes, maxMatches, maxText } = request;
  return {
    ...APPLY_DEFAULTS,
    root,
    plan,
    trust,
    base,
    policy,
    inputs,
    inputsFile,
    recipes: recipeFiles,
    objects,
    allowCode,
    allowEnv,
    allowHosts,
    packages,
    maxPlanBytes,
    maxMatches,
    maxText,
    cache: false,
  };
}
