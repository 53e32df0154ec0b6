import type { Plan, PlannedRecipe } from "../../plan-file/plan.ts";
import type { PlanRequest } from "../../request/request.ts";

/** Returns a request with the recipes that a plan brings by itself, so that they can be read by their names. */
export function withPlanTexts<Request extends PlanRequest>(
  request: Request,
  { recipes }: Pick<Plan, "recipes">,
): Request {
  const texts = recipes.flatMap(({ name, text }) =>
    text === undefined ? [] : [[nameOfText({ name }), text] as const],
  );
  if (texts.length === 0) return request;
  return { ...request, objects: new Map([...(request.objects ?? []), ...texts]) };
}

/** Returns the name of a recipe that a plan brings by itself. A text without a name gets that of the plan from it. */
export function nameOfText({ name }: Pick<PlannedRecipe, "name">): string {
  return `<${name}>`;
}
