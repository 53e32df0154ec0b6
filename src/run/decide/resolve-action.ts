import { UnfinishedError } from "../../apply/commit/write-files.ts";
import type { Decision } from "../../model/policy.ts";
import type { ActionState } from "../../model/report/report.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { DIRECT_CALL, textOf } from "../../model/tool.ts";
import { CancelledError, StalePreviewError, ToolError } from "../../model/tool-error.ts";
import { copyOfExtra } from "../../resolve/resolve-extra.ts";
import type { ResolveRequest } from "../../resolve/resolve-pending.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { messageOf } from "../../shared/message-of.ts";
import { createResolveTool } from "../../tools/resolve-tool.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { RunContext } from "../state/run-context.ts";
import { stopped } from "./decision-of.ts";

/** The outcome of resolving an action. */
export interface ResolveOutcome {
  readonly state: ActionState;
  readonly result?: string;
  /** The answer of its handler, also in a dry run. */
  readonly answer?: string;
  /** The error of an apply that failed. */
  readonly error?: ToolError;
  /** A decision that took the place of the policy's. */
  readonly decision?: Decision;
}

/** The treatment of an action whose apply fails. */
type OnFailure =
  /** It is taken out, so that nothing stays undecided. */
  | "take-out"
  /** It stays pending, so that the caller can ask again (R10). */
  | "keep";

/** Circumstances of a resolve call. */
interface ResolveOptions {
  readonly onFailure: OnFailure;
  /** The call of a model. */
  readonly asked: ResolveRequest | undefined;
}

/** Ends the action as the decision says; without one (a preview without a policy) it is applied to the overlay. */
export async function resolveAction(
  action: ActionRecord,
  decision: Decision | undefined,
  context: RunContext,
  options: ResolveOptions,
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
  try {
    return await callHandler(action, decision, context, options.asked);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return failedOutcome(action, { error, decision }, context, options);
  }
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
  { record: { session, writer, command }, world: { stop, workspace } }: RunContext,
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
  const resolving = createResolveTool(session).execute(request, DIRECT_CALL, stop.signal);
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

/** A handler that failed, and the decision that it was called for. */
interface FailedCall {
  readonly error: ToolError;
  readonly decision: Decision | undefined;
}

function failedOutcome(
  { pending, preview }: ActionRecord,
  { error, decision }: FailedCall,
  { record: { session, policy, command }, world: { stop } }: RunContext,
  { onFailure }: ResolveOptions,
): ResolveOutcome {
  if (onFailure === "take-out" || stop.signal.aborted) session.pending.pop(pending.id);
  const cause = error instanceof CancelledError ? stop.leaveOut() : undefined;
  // A custom tool that had begun may have done some of it.
  if (cause && preview.kind !== "custom")
    return { state: "discarded", result: error.message, decision: stopped(cause) };
  const isWhole = policy?.transaction === "run"; // All of it is taken back.
  const isKept = cause === undefined && !isDryRun(command) && !isWhole && !isFinal(error);
  if (decision?.verdict !== "apply" || !isKept)
    return { state: "failed", result: error.message, error };
  const reason = error.message.trim() === "" ? "Apply failed." : error.message;
  const kept = { ...decision, verdict: "hold", reason, ruleId: "apply-failed" } as const;
  return {
    state: "held",
    result: `Held: ${pending.label}. Reason: ${reason}`,
    error,
    decision: kept,
  };
}

/** True if an apply that failed so cannot be tried again: the files are others, or half of them are written (R29). */
function isFinal(error: ToolError): boolean {
  return error instanceof StalePreviewError || error.cause instanceof UnfinishedError;
}

/** Without its note in the journal, foreign code is not run. */
function refuseUnnoted(error: unknown): never {
  throw new ToolError(`Apply failed: ${messageOf(error)}`, { cause: error });
}
