import type { Alert } from "../../model/alert.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { heldPlanText } from "../plan-content/held-plan-text.ts";
import type { RunWorld } from "../request/request.ts";
import type { RunOutcome } from "../state/run-outcome.ts";
import type { RunWriter } from "../write/run-writer.ts";
import { unfinishedAlert } from "../write/with-writing.ts";

/**
 * Keeps the report of a run that wrote, and its held actions as a plan of their own. A failure does not undo what was
 * written; it is returned as an alert.
 */
export async function keepRun(
  writer: RunWriter,
  finished: RunOutcome,
  root: string,
  world: RunWorld,
): Promise<Alert | undefined> {
  try {
    const hasHeld = finished.report.totals.held > 0;
    const text = hasHeld ? await heldText(finished, root, world) : undefined;
    const unfinished = await writer.end(finished.report, text);
    return unfinished === undefined ? undefined : unfinishedAlert(unfinished);
  } catch (error) {
    return unfinishedAlert(messageOf(error));
  }
}

/** Loaded when it is needed: most runs hold nothing. */
async function heldText(...args: Parameters<typeof heldPlanText>): Promise<string> {
  const { heldPlanText: write } = await import("../plan-content/held-plan-text.ts");
  return write(...args);
}
