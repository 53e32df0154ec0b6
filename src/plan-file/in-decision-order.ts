import type { Policy } from "../model/policy.ts";
import type { Plan, PlannedAction } from "./plan.ts";

/**
 * Returns the actions of a plan in the order in which a policy decides them: batch after batch, and in each as they
 * were queued, or the last first. A plan has them as its own policy decided them.
 */
export function inDecisionOrder(
  { actions, order: planned }: Pick<Plan, "actions" | "order">,
  { order }: Pick<Policy, "order">,
): readonly PlannedAction[] {
  if (order === (planned ?? "queue")) return actions;
  const batches: PlannedAction[][] = [];
  for (const action of actions) {
    const batch = batches.at(-1);
    if (batch?.[0]?.batchId === action.batchId) batch.push(action);
    else batches.push([action]);
  }
  return batches.flatMap((batch) => batch.reverse());
}
