import { UnfinishedError } from "../../apply/transaction/write-files.ts";
import type { Policy } from "../../model/policy.ts";
import { StaleFileError } from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { NetChanges } from "../../tree/net-changes.ts";
import type { RunWriter } from "../../tree/write/run-writer.ts";
import type { CheckRuns } from "../checks/check-runs.ts";
import { checksOfAll } from "../checks/checks-of.ts";
import { proveWhole } from "../proof/prove-whole.ts";
import type { RunLedger } from "../state/run-ledger.ts";
import type { RunStop } from "../state/run-stop.ts";
import { isApplied, takenBack } from "./leave-transaction.ts";

/**
 * Ends a run that is one transaction (`transaction: run`): writes everything that was accepted; or nothing, if the run
 * is not in order or a file has changed.
 */
export async function settleTransaction(
  waiting: Pick<NetChanges, "list">,
  { writer, ledger, policy, checks }: SettledRecord,
  stop: RunStop,
): Promise<void> {
  const accepted = ledger.actions.filter(isApplied);
  const { stale, failed } = ledger.findings({ check: false, isDryRun: false });
  const cause = accepted.length > 0 ? stop.leaveOut() : stop.cause;
  if (stale || failed || cause !== undefined) return ledger.settle(takenBack);
  try {
    const changes = waiting.list();
    if (policy && checks) {
      const due = checksOfAll(accepted, policy);
      const ids = accepted.map(({ id }) => id);
      // A check that has nothing to compare with takes everything back.
      await checks.measureBefore(due, { ids, rule: undefined, files: new Set() });
      writer?.awaitChecks(NOTE_ID, due);
    }
    await writer?.commit(changes, {
      id: NOTE_ID,
      label: countOf(accepted.length, "action"),
      reason: "Everything that the run applies (transaction: run).",
    });
    if (writer === undefined || policy === undefined || checks === undefined)
      return ledger.settle();
    const whole = { actions: accepted, changes, noteId: NOTE_ID };
    const { revise, alerts } = await proveWhole(whole, { policy, checks, writer });
    ledger.settle((action) => (isApplied(action) ? revise(action) : action));
    for (const alert of alerts) ledger.alert(alert);
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
  readonly writer: Pick<RunWriter, "awaitChecks" | "commit" | "noteProof" | "rewrite"> | undefined;
  readonly ledger: RunLedger;
  readonly policy?: Policy | undefined;
  readonly checks?: CheckRuns | undefined;
}

/** The id in the note of the transaction in the journal. */
const NOTE_ID = "run";
