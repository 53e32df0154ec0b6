import { makePlan, planText } from "../../plan-file/plan.ts";
import type { RunWorld } from "../../request/request.ts";
import type { RunOutcome } from "../state/run-outcome.ts";
import { planContentOf } from "./plan-content-of.ts";
import { actionsAsPlanned, reasonsUnpublished } from "./planned-actions.ts";

/** The tree that a run began on. */
interface DoneOn {
  /** Absolute. */
  readonly root: string;
  /** The commit that was checked out. */
  readonly base: string;
}

/**
 * Returns what a run did as the text of the plan that it would have had, for `sluice publish`; undefined if it did not
 * come to its end, or the text would be too long.
 */
export async function donePlanOf(
  finished: RunOutcome,
  { root, base: commit }: DoneOn,
  world: RunWorld,
): Promise<string | undefined> {
  if (reasonsUnpublished(finished.report).length > 0) return undefined;
  const content = await planContentOf(finished, actionsAsPlanned(finished), root, world);
  const base = { ...content.base, commit };
  const alerts = content.alerts.filter(({ level }) => level !== "error");
  try {
    return planText(makePlan({ ...content, base, alerts }));
  } catch (error) {
    if (error instanceof RangeError) return undefined; // The length of a string is the only source of it here.
    throw error;
  }
}
