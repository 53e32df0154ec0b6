import { makePlan, type Plan } from "../../plan-file/plan.ts";
import type { RunWorld } from "../../request/request.ts";
import type { RunOutcome } from "../state/run-outcome.ts";
import { planContentOf } from "./plan-content-of.ts";
import { heldActions } from "./planned-actions.ts";

/** Returns the held actions of a run as a plan of their own. */
export async function heldPlanOf(
  finished: RunOutcome,
  root: string,
  world: RunWorld,
): Promise<Plan> {
  const content = await planContentOf(finished, heldActions(finished), root, world);
  // The rest of the run is in its report; its failures do not concern these actions.
  // A plan lists each recipe once, but a run may be given one twice, or two of the same name.
  const recipes = [...new Map(content.recipes.map((recipe) => [recipe.name, recipe])).values()];
  return makePlan({ ...content, recipes, skipped: [], alerts: [] });
}
