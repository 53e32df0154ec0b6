import type { ConfigReader } from "../../config/sources/config-reader.ts";
import type { Plan } from "../../plan-file/plan.ts";
import type { PlanRequest } from "../../request/request.ts";
import { findPlanPolicy } from "./find-plan-policy.ts";
import { findPlanRecipes } from "./find-plan-sources.ts";
import type { JudgedPlan, PlanDerivation } from "./judged-plan.ts";

/** Judges a plan that this user derived here: its recipes and its policy must be those that it was derived with. */
export async function judgeDerived(
  plan: Plan,
  request: PlanRequest,
  { world }: Pick<PlanDerivation, "world">,
  reader: ConfigReader,
): Promise<Extract<JudgedPlan, { kind: "differs" }> | undefined> {
  const recipes = await findPlanRecipes(plan, request, { world, reader });
  const policy = await findPlanPolicy(plan, request.root, reader);
  const messages = [
    ...("faults" in recipes ? recipes.faults : []),
    ...("fault" in policy ? [policy.fault] : []),
  ];
  return messages.length > 0 ? { kind: "differs", messages } : undefined;
}
