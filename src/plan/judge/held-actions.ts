import type { HeldBy } from "../../apply/state/resolutions-by.ts";
import { listRunFolders } from "../../apply/state/run-folder.ts";
import { findHolders } from "../../past/record/find-holders.ts";
import { inPlanOrder } from "../../plan-file/in-plan-order.ts";
import { makePlan, type Plan, type PlannedAction } from "../../plan-file/plan.ts";
import type { IndexQuestion } from "../../request/git-listing.ts";
import { plannedPolicy } from "../../run/plan-content/plan-content-of.ts";
import { findLikelyState } from "../../tree/brought-state.ts";
import type { PlanFindings } from "./judged-plan.ts";

/** Returns the actions that a plan has as held, and that are applied now. */
export function endedBy(plan: Plan, actions: readonly PlannedAction[]): readonly PlannedAction[] {
  const held = new Set(plan.actions.flatMap(({ id, state }) => (state === "held" ? [id] : [])));
  return actions.filter(({ id, state }) => state === "would-apply" && held.has(id));
}

/** Finds the runs here that hold actions of a plan which are applied now. */
export async function holdersOf(
  plan: Plan,
  ended: readonly PlannedAction[],
  { root, listing }: { readonly root: string; readonly listing: IndexQuestion },
): Promise<HeldBy[]> {
  if (ended.length === 0) return [];
  const ids = new Set(ended.map(({ id }) => id));
  const held = plan.actions.filter(({ id }) => ids.has(id)); // With the edits that the run which held them kept.
  const isBrought = await findLikelyState(listing, () => true);
  return findHolders(held, { folders: listRunFolders(root), isBrought });
}

/** Returns the held actions of a plan that was judged as a plan of their own, with the policy that holds them. */
export function heldOf(plan: Plan, { actions, configuration }: PlanFindings): Plan {
  const { digest: _digest, ...content } = plan;
  const held = actions.filter(({ state }) => state === "held");
  const inForce = configuration?.policy;
  const policy = inForce ? plannedPolicy(inForce) : plan.policy;
  return makePlan({ ...content, policy, actions: inPlanOrder(plan, held, (one) => one) });
}
