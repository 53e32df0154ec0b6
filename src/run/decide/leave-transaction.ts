import type { Policy } from "../../model/policy.ts";
import type { ActionReport } from "../../model/report/report.ts";
import type { RunRequest } from "../../request/request.ts";
import type { RunLedger } from "../state/run-ledger.ts";

/**
 * Ends a run that did not come to its end. If it is one transaction, nothing that it accepted is there; otherwise
 * everything is, though no check has proved it.
 */
export function leaveTransaction(
  ledger: RunLedger,
  policy: Pick<Policy, "transaction"> | undefined,
  { staged }: Pick<RunRequest, "staged">,
): void {
  if (ledger.isSettled) return;
  ledger.settle(policy?.transaction === "run" || staged ? takenBack : undefined);
}

/** Returns the report of an action that was accepted, and is not written. */
export function takenBack(action: ActionReport): ActionReport {
  if (!isApplied(action)) return action;
  const { result: _result, warned: _warned, ...rest } = action;
  return {
    ...rest,
    state: "discarded",
    verdict: "discard",
    ruleId: "transaction",
    reason: "The run is one transaction, and it did not end in order.",
  };
}

/** True of an action that the run accepted. */
export function isApplied({ state }: ActionReport): boolean {
  return state === "applied";
}
