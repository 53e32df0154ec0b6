import type { Decision } from "../../model/policy.ts";
import type { Unproven } from "../checks/check-runs.ts";
import { checksOf } from "../checks/checks-of.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { RunRecord } from "../state/run-context.ts";

/** Tells the writer, before an action is applied, which checks are to prove it. */
export function awaitChecks(
  { pending }: Pick<ActionRecord, "pending">,
  decision: Decision | undefined,
  { policy, writer }: Pick<RunRecord, "policy" | "writer">,
): void {
  if (decision?.verdict !== "apply") return;
  writer?.awaitChecks(pending.id, checksOf(policy, decision.ruleId));
}

/** Has the checks that compare numbers measure the tree before an action is written. Returns the one that could not. */
export async function measureBefore(
  { pending }: Pick<ActionRecord, "pending">,
  { ruleId }: Decision,
  { policy, checks }: Pick<RunRecord, "policy" | "checks">,
): Promise<Unproven | undefined> {
  const due = checksOf(policy, ruleId).filter(({ measure }) => measure !== undefined);
  if (checks === undefined || due.length === 0) return undefined;
  return checks.measureBefore(due, { ids: [pending.id], rule: ruleId, files: new Set() });
}
