import type { Plan } from "../../plan-file/plan.ts";
import type { RunWorld } from "../../request/request.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { RunWriter } from "../../tree/write/run-writer.ts";
import { unfinishedAlert } from "../../tree/write/with-writing.ts";
import type { heldPlanOf } from "../plan-content/held-plan-of.ts";
import type { RunLedger } from "../state/run-ledger.ts";
import type { RunOutcome } from "../state/run-outcome.ts";

/**
 * Keeps the report of a run that wrote, and its held actions as a plan of their own. A failure does not undo what was
 * written; it is an alert of the ledger, and actions that are not kept are not held (R29).
 */
export async function keepRun(
  writer: RunWriter,
  finished: RunOutcome,
  root: string,
  { world, ledger }: { readonly world: RunWorld; readonly ledger: RunLedger },
): Promise<void> {
  const hasHeld = finished.report.totals.held > 0;
  try {
    const held = hasHeld ? { root, plan: await heldPlan(finished, root, world) } : undefined;
    const unfinished = await writer.end(finished.report, { held });
    if (unfinished !== undefined) ledger.alert(unfinishedAlert(unfinished));
  } catch (error) {
    const why = messageOf(error);
    ledger.alert(unfinishedAlert(why));
    if (hasHeld && !writer.hasKeptHeld) ledger.failHeld(why);
  }
}

/** Loaded when it is needed: most runs hold nothing. */
async function heldPlan(...args: Parameters<typeof heldPlanOf>): Promise<Plan> {
  const { heldPlanOf: make } = await import("../plan-content/held-plan-of.ts");
  return make(...args);
}
