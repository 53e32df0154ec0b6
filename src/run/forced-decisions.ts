import type { Decision } from "../model/policy.ts";
import type { RunContext } from "./run-context.ts";

/** Discards what a call queued, whatever the policy says, and without asking its tool where that is not needed. */
export function discardQueued(
  callId: string,
  { ruleId, reason }: Pick<Decision, "ruleId" | "reason">,
  { session, origins, forced }: RunContext,
): void {
  for (const { id } of session.pending.list())
    if (origins.get(id)?.context.callId === callId && !forced.has(id))
      forced.set(id, { verdict: "discard", reason, ruleId, trace: [] });
}
