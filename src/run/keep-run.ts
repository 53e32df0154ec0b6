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
    const text = await heldText(finished, root, surroundings);
    const unfinished = await writer.end(finished.report, text);
    return unfinished === undefined ? undefined : unfinishedAlert(unfinished);
  } catch (error) {
    return unfinishedAlert(messageOf(error));
  }
}

/** What waits for a person; undefined where nothing does. */
async function heldText(
  finished: FinishedRun,
  root: string,
  surroundings: RunSurroundings,
): Promise<string | undefined> {
  const held = heldActions(finished);
  if (held.length === 0) return undefined;
  const content = await planContentOf(finished, held, root, surroundings);
  // The rest of the run is in its report; what failed there is no matter of these actions.
  return planText(makePlan({ ...content, skipped: [], alerts: [] }));
}
