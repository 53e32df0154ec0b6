import type { Decision } from "../../model/policy.ts";
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
