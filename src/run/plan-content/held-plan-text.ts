import { makePlan, planText } from "../../plan/plan.ts";
import type { RunWorld } from "../request/request.ts";
import type { RunOutcome } from "../state/run-outcome.ts";
import { planContentOf } from "./plan-content-of.ts";
import { heldActions } from "./planned-actions.ts";

/** Returns the held actions of a run as the text of a plan of their own. */
export async function heldPlanText(
  finished: RunOutcome,
  root: string,
  world: RunWorld,
): Promise<string> {
  const content = await planContentOf(finished, heldActions(finished), root, world);
  // The rest of the run is in its report; its failures do not concern these actions.
  // A plan lists each recipe once, but a run may be given one twice, or two of the same name.
  const recipes = [...new Map(content.recipes.map((recipe) => [recipe.name, recipe])).values()];
  return planText(makePlan({ ...content, recipes, skipped: [], alerts: [] }));
}
