import type { Alert } from "../../model/alert.ts";
import type { Decision } from "../../model/policy.ts";
import { isByLimit, LIMITS } from "../../policy/run-limits.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { RunContext } from "../state/run-context.ts";

/** Ends the run if an action exceeds a limit whose `onExceed` is `fail`. */
export function endByLimit(
  { pending: { id }, origin: { recipe, step } }: ActionRecord,
  decision: Decision,
  { record: { policy, ledger }, world: { stop } }: RunContext,
): void {
  if (policy?.limits?.onExceed !== "fail" || stop.ended || !isByLimit(decision)) return;
  ledger.isLimited = true;
  ledger.alert({ ...limitAlert(decision), recipe, step });
  const reason = `A limit of the policy ended the run at the action ${id}.`;
  stop.endBy({ verdict: "discard", reason, ruleId: LIMITS, trace: [] });
}

/** Returns the alert about a decision of a limit that ends the run. */
export function limitAlert({ reason }: Pick<Decision, "reason">): Alert {
  const message = `A limit of the policy ended the run. ${reason}`;
  return { level: "error", code: "limit-exceeded", message };
}
