import type { Decision } from "../../model/policy.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { textOf } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { copyOfExtra } from "../../resolve/resolve-extra.ts";
import { type ResolveRequest, resolvePending } from "../../resolve/resolve-pending.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { RunContext } from "../state/run-context.ts";
import { stopped } from "./decision-of.ts";
import type { ResolveOutcome } from "./resolve-outcome.ts";

/**
 * Ends the action as the decision says; without one (a preview without a policy) it is applied to the overlay. Rejects
 * with a `ToolError` if its handler fails.
 */
export async function resolveAction(
  action: ActionRecord,
  decision: Decision | undefined,
  context: RunContext,
  asked: ResolveRequest | undefined,
): Promise<ResolveOutcome> {
  const { session, command } = context.record;
  const { pending, preview } = action;
  const isDry = isDryRun(command);
  if (!decision && !isDry) throw new Error("Nothing is applied without a policy.");
  if (decision?.verdict === "hold") {
    session.pending.pop(pending.id);
    return { state: "held", result: `Held: ${pending.label}. Reason: ${decision.reason}` };
  }
  if (preview.kind === "custom" && (isDry || context.world.stop.signal.aborted)) {
    // Foreign code may do anything: it is not called in a dry run, nor, but for its `reject`, when the run is to end.
    session.pending.pop(pending.id);
    return uncalledOutcome(decision, context);
  }
  return callHandler(action, decision, context, asked);
}

/** The outcome of a custom tool's action whose handler is not called now. */
function uncalledOutcome(
  decision: Decision | undefined,
  { record: { command }, world: { stop } }: RunContext,
): ResolveOutcome {
  if (decision?.verdict === "discard") return { state: "discarded" };
  const cause = isDryRun(command) ? undefined : stop.leaveOut();
  if (cause === undefined) return { state: previewState(decision) };
  return { state: "discarded", decision: stopped(cause) };
}

function previewState(decision: Decision | undefined): "would-apply" | "pending" {
  return decision ? "would-apply" : "pending";
}

async function callHandler(
  action: ActionRecord,
  decision: Decision | undefined,
  { record: { session, writer, command }, world: { workspace } }: RunContext,
  asked: ResolveRequest | undefined,
): Promise<ResolveOutcome> {
  const { pending, preview, origin } = action;
  const { id, label, sourceToolName } = pending;
  const verdict = decision?.verdict === "discard" ? "discard" : "apply";
  const reason = reasonFor(verdict, decision, asked);
  const extra = asked?.extra && copyOfExtra(asked.extra);
  const isCustom = preview.kind === "custom";
  if (isCustom && verdict === "apply") {
    const { recipe, step } = origin;
    await writer
      ?.noteForeign({ id, label, sourceToolName, recipe, step, reason, extra })
      .catch(refuseUnnoted);
  }
  if (verdict === "discard") action.isTold = true;
  const request: ResolveRequest = { action: verdict, reason, id, ...definedOnly({ extra }) };
  const resolving = resolvePending(session, request);
  const answer = await resolving.finally(() => {
    if (isCustom) workspace.refresh(); // It may have written anything, also if it failed.
  });
  const result = textOf(answer);
  if (verdict === "apply" && answer.isError === true) throw new ToolError(result);
  if (verdict === "discard") return { state: "discarded", result, answer: result };
  if (!decision || isDryRun(command)) return { state: previewState(decision), answer: result };
  return { state: "applied", result, answer: result };
}

/** Returns the reason for the handler: that of the model, if it comes to what the model asked for (R27). */
function reasonFor(
  verdict: ResolveRequest["action"],
  decision: Decision | undefined,
  asked: ResolveRequest | undefined,
): string {
  if (asked?.action === verdict) return asked.reason;
  return decision?.reason ?? "A preview without a policy.";
}

/** Without its note in the journal, foreign code is not run. */
function refuseUnnoted(error: unknown): never {
  throw new ToolError(`Apply failed: ${messageOf(error)}`, { cause: error });
}
