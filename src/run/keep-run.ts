import type { Alert } from "../model/alert.ts";
import { makePlan, planText } from "../plan/plan.ts";
import { messageOf } from "../shared/message-of.ts";
import type { FinishedRun } from "./finished-run.ts";
import { planContentOf } from "./plan-content-of.ts";
import { heldActions } from "./planned-actions.ts";
import type { RunSurroundings } from "./request.ts";
import type { RunWriter } from "./run-writer.ts";
import { unfinishedAlert } from "./writing.ts";

/**
 * Keeps the report of a run that wrote, and what waits for a person as a plan of its own. What was written is
 * written, whatever becomes of that; that something is left to do is told.
 */
export async function keepRun(
  writer: RunWriter,
  finished: FinishedRun,
  root: string,
  surroundings: RunSurroundings,
): Promise<Alert | undefined> {
  try {
    const held = heldActions(finished);
    const text =
      held.length > 0
        ? planText(makePlan(await planContentOf(finished, held, root, surroundings)))
        : undefined;
    const unfinished = await writer.end(finished.report, text);
    return unfinished === undefined ? undefined : unfinishedAlert(unfinished);
  } catch (error) {
    return unfinishedAlert(messageOf(error));
  }
}
