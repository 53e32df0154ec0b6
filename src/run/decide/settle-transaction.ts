import { UnfinishedError } from "../../apply/commit/write-files.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { StaleFileError } from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { RunLedger } from "../state/run-ledger.ts";
import type { RunStop } from "../state/run-stop.ts";
import type { NetChanges } from "../tree/net-changes.ts";
import type { RunWriter } from "../write/run-writer.ts";

/**
 * Ends a run that is one transaction (`transaction: run`): writes everything that was accepted; or nothing, if the run
 * is not in order or a file has changed.
 */
export async function settleTransaction(
  waiting: Pick<NetChanges, "list">,
  { writer, ledger }: SettledRecord,
  stop: RunStop,
): Promise<void> {
  const accepted = ledger.actions.filter(isApplied);
  const { stale, failed } = ledger.findings({ check: false, isDryRun: false });
  const cause = accepted.length > 0 ? stop.leaveOut() : stop.cause;
  if (stale || failed || cause !== undefined) return ledger.settle(takenBack);
  try {
    await writer?.commit(waiting.list(), {
      id: "run",
      label: countOf(accepted.length, "action"),
      reason: "Everything that the run applies (transaction: run).",
    });
    ledger.settle((action) => action);
  } catch (error) {
    const isStale = error instanceof StaleFileError;
    const isHalfDone = error instanceof UnfinishedError;
    const message = isHalfDone
      ? `Some of what this run wrote could not be put back: ${messageOf(error)}`
      : `Nothing of this run was written: ${messageOf(error)}`;
    ledger.settle((action) =>
      isApplied(action)
        ? { ...action, state: "failed", result: message, ...(isStale ? { isStale } : {}) }
        : action,
    );
    ledger.alert({ level: "error", code: isStale ? "stale" : "apply-failed", message });
  }
}

/** The parts of a run's record that settling uses. */
interface SettledRecord {
  readonly writer: Pick<RunWriter, "commit"> | undefined;
  readonly ledger: RunLedger;
}

/** Ends a run that did not reach the write of its transaction: nothing that it accepted is there. */
export function leaveTransaction(ledger: RunLedger): void {
  if (!ledger.isSettled) ledger.settle(takenBack);
}

function isApplied({ state }: ActionReport): boolean {
  return state === "applied";
}

function takenBack(action: ActionReport): ActionReport {
  if (!isApplied(action)) return action;
  const { result: _result, ...rest } = action;
  return {
    ...rest,
    state: "discarded",
    verdict: "discard",
    ruleId: "transaction",
    reason: "The run is one transaction (transaction: run), and it did not end in order.",
  };
}
