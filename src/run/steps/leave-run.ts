import type { PreparedRun } from "../../config/prepare/prepared-run.ts";
import type { Alert } from "../../model/alert.ts";
import { messageOf } from "../../shared/message-of.ts";
import { leaveTransaction } from "../decide/leave-transaction.ts";
import { tellProducers } from "../decide/tell-producers.ts";
import type { RunContext } from "../state/run-context.ts";
import type { OpenTree } from "./open-tree.ts";
import { reportFault, type StartedRun } from "./start-run.ts";

/** The largest number of turns that an alert names. */
const MAX_NAMED = 10;

/** Tells the producers of actions that were not applied, and closes what is staged. */
export async function closeRun(
  run: StartedRun,
  { context, staged }: Pick<OpenTree, "staged"> & { readonly context: RunContext },
): Promise<void> {
  try {
    await tellProducers(context).finally(() => staged?.tree.close());
  } catch (error) {
    await reportFault(run, error);
  }
}

/** Ends what did not come to its end, and removes what the preparation wrote. */
export async function leaveRun(run: StartedRun): Promise<void> {
  const { prepared, ledger, stop, faults, isValid, settings } = run;
  if (faults.length === 0 && isValid && !stop.cause && !stop.ended) reportUnplayed(run);
  leaveTransaction(ledger, prepared.policy, settings);
  const leftBehind = await disposePrepared(prepared);
  if (leftBehind !== undefined) ledger.alert(leftBehind);
  if (stop.cause === "timeout")
    ledger.alert({ level: "warn", code: "timeout", message: "The time limit ended the run." });
}

/** Removes what the preparation wrote. Returns an alert if that fails: the outcome of the run stays as it is. */
export async function disposePrepared({
  dispose,
}: Pick<PreparedRun, "dispose">): Promise<Alert | undefined> {
  try {
    await dispose();
    return undefined;
  } catch (error) {
    const message = `The temporary folder with code of the base commit cannot be removed: ${messageOf(error)}.`;
    return { level: "warn", code: "left-behind", message };
  }
}

/** Reports recorded answers that the run did not ask for: the recording was made of something else. */
function reportUnplayed({ prepared, ledger }: StartedRun): void {
  const turns = prepared.models.unplayed();
  if (turns.length === 0) return;
  const more = turns.length > MAX_NAMED ? `; and ${turns.length - MAX_NAMED} more` : "";
  const message = `Recorded, and not asked for: ${turns.slice(0, MAX_NAMED).join("; ")}${more}.`;
  ledger.alert({ level: "warn", code: "replay-unused", message });
}
