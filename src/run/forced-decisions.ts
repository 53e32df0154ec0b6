import type { Scope } from "../files/scope.ts";
import type { Decision } from "../model/policy.ts";
import type { PendingAction } from "../resolve/pending-action.ts";
import { CustomPreview } from "../tools/custom/custom-preview.ts";
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

/** Discards what names files that its recipe may not write, whatever the policy says. Built-in tools never do. */
export function discardOutOfScope(
  { id, details }: PendingAction,
  scope: Scope,
  { forced }: RunContext,
): void {
  if (!(details instanceof CustomPreview)) return;
  const outside = details.files.filter(
    (path) => /^(\.\.(\/|$)|\/)/.test(path) || scope.accessTo(path) !== "write",
  );
  if (outside.length === 0) return;
  const reason = `Out of scope: ${outside.join(", ")}.`;
  forced.set(id, { verdict: "discard", reason, ruleId: "scope", trace: [] });
}
