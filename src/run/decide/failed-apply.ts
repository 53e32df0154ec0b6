import { UnfinishedError } from "../../apply/transaction/write-files.ts";
import type { EmitEvent } from "../../model/events.ts";
import type { OnApplyError } from "../../model/policy/apply-errors.ts";
import type { Decision, Policy } from "../../model/policy.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { CancelledError, StalePreviewError, ToolError } from "../../model/tool-error.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { RunContext } from "../state/run-context.ts";
import { stopped } from "./decision-of.ts";
import type { ResolveOptions, ResolveOutcome } from "./resolve-outcome.ts";

/** A handler that failed, and the decision that it was called for. */
interface FailedCall {
  readonly error: unknown;
  readonly decision: Decision | undefined;
}

/** Returns the outcome of an action whose handler failed: of an apply as `onApplyError` says. Throws other errors. */
export async function failedOutcome(
  action: ActionRecord,
  { error, decision }: FailedCall,
  context: RunContext,
  { onFailure, mayRetry }: ResolveOptions,
): Promise<ResolveOutcome> {
  if (!(error instanceof ToolError)) throw error;
  const { record, world } = context;
  const { session, policy, command } = record;
  const { stop } = world;
  const { pending, preview } = action;
  if (onFailure === "take-out" || stop.signal.aborted) session.pending.pop(pending.id);
  const cause = error instanceof CancelledError ? stop.leaveOut() : undefined;
  // A custom tool that had begun may have done some of it.
  if (cause && preview.kind !== "custom")
    return { state: "discarded", result: error.message, decision: stopped(cause) };
  const failed = { state: "failed", result: error.message, error } as const;
  const isWhole = policy?.transaction === "run"; // All of it is taken back.
  const isUnfinished = error.cause instanceof UnfinishedError;
  if (decision?.verdict !== "apply" || cause || isDryRun(command) || isWhole || isUnfinished)
    return failed;
  const apply: FailedApply = { action, error, decision };
  const wanted = onApplyErrorOf(policy, decision);
  if (wanted === "fail") return endRun(apply, failed, context);
  if (wanted === "discard") return discarded(apply, "The policy discards it (onApplyError).");
  const why = wanted === "retry" ? await retry(apply, context, mayRetry) : "";
  if (typeof why !== "string") return why;
  // The files are others: it cannot be tried again as it is (R29).
  const isStale = error instanceof StalePreviewError;
  return isStale ? { ...failed, result: reasonOf(error, why) } : held(apply, why);
}

/** An apply that failed. */
interface FailedApply {
  readonly action: ActionRecord;
  readonly error: ToolError;
  readonly decision: Decision;
}

/** Returns what the rule that decided says, otherwise the policy. */
function onApplyErrorOf(policy: Policy | undefined, { ruleId }: Decision): OnApplyError {
  const rule = [...(policy?.guards ?? []), ...(policy?.rules ?? [])].find(
    ({ id }) => id === ruleId,
  );
  return rule?.onApplyError ?? policy?.onApplyError ?? "hold";
}

function held({ action, error, decision }: FailedApply, why: string): ResolveOutcome {
  const reason = reasonOf(error, why);
  return {
    state: "held",
    result: `Held: ${action.pending.label}. Reason: ${reason}`,
    error,
    decision: { ...decision, verdict: "hold", reason, ruleId: "apply-failed" },
  };
}

function discarded({ error, decision }: FailedApply, why: string): ResolveOutcome {
  const reason = reasonOf(error, why);
  return {
    state: "discarded",
    result: reason,
    error,
    decision: { ...decision, verdict: "discard", reason, ruleId: "apply-failed" },
  };
}

function endRun(
  { action }: FailedApply,
  failed: ResolveOutcome,
  { world: { stop } }: RunContext,
): ResolveOutcome {
  const reason = `An apply that failed ended the run at the action ${action.pending.id} (onApplyError: fail).`;
  stop.endBy({ verdict: "discard", reason, ruleId: "apply-failed", trace: [] });
  return failed;
}

/** Previews an action again; returns why not, if it cannot be, or was before. */
async function retry(
  { action, error, decision }: FailedApply,
  { record: { book }, world: { workspace, emit } }: RunContext,
  mayRetry: boolean,
): Promise<ResolveOutcome | string> {
  const { preview } = action;
  if (action.retried !== undefined) return "It was previewed again, and that failed, too.";
  if (!mayRetry || preview.kind !== "files" || preview.again === undefined)
    return "It cannot be previewed again by itself (onApplyError: retry).";
  workspace.refresh();
  const before = new Set(book.waiting());
  try {
    await preview.again();
  } catch (fault) {
    if (!(fault instanceof ToolError)) throw fault;
    return `To preview it again failed (onApplyError: retry): ${fault.message}`;
  }
  const queued = book.waiting().filter((one) => !before.has(one));
  for (const one of queued) {
    one.retried = error.message;
    announce(one, emit);
  }
  const isRetried = queued.length > 0;
  if (isRetried) return { state: "failed", result: error.message, error, isRetried };
  return discarded({ action, error, decision }, "Previewed again, it changes nothing.");
}

function announce({ pending, origin: { recipe, step } }: ActionRecord, emit: EmitEvent): void {
  const { id, label, sourceToolName } = pending;
  emit({ type: "action-queued", id, recipe, step, label, sourceToolName });
}

function reasonOf({ message }: ToolError, why: string): string {
  const words = message.trim() === "" ? "Apply failed." : message;
  return `${words} ${why}`.trim();
}
