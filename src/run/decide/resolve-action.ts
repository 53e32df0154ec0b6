import type { Decision } from "../../model/policy.ts";
import type { FileChange } from "../../model/preview.ts";
import type { ActionState } from "../../model/report/report.ts";
import { DIRECT_CALL, textOf } from "../../model/tool.ts";
import { CancelledError, ToolError } from "../../model/tool-error.ts";
import type { PendingAction, ResolveExtra } from "../../resolve/pending-action.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { messageOf } from "../../shared/message-of.ts";
import { CustomPreview } from "../../tools/custom/custom-preview.ts";
import { createResolveTool } from "../../tools/resolve-tool.ts";
import type { RunContext } from "../state/run-context.ts";
import { stopped } from "./decision-of.ts";

/** How an action ended, or what its apply threw. */
export interface ResolveOutcome {
  readonly state: ActionState;
  readonly result?: string;
  /** What its handler answered; also in a dry run. */
  readonly answer?: string;
  /** The changes as they were written. */
  readonly changes?: readonly FileChange[];
  readonly error?: ToolError;
  /** Where something else than the policy ended the action after all. */
  readonly decision?: Decision;
}

/** What becomes of an action whose apply fails. */
type OnFailure =
  /** It is taken out, so that nothing stays undecided. */
  | "take-out"
  /** It stays pending, for whoever asked to ask again (R10). */
  | "keep";

/** Ends the action as the decision says. */
export async function resolveAction(
  action: PendingAction,
  decision: Decision | undefined,
  { session, isDryRun, stop, workspace, writer }: RunContext,
  { onFailure, extra }: { readonly onFailure: OnFailure; readonly extra?: ResolveExtra },
): Promise<ResolveOutcome> {
  if (!decision && !isDryRun) throw new Error("Nothing is applied without a policy.");
  if (decision?.verdict === "hold") {
    session.pending.pop(action.id);
    return { state: "held", result: `Held: ${action.label}. Reason: ${decision.reason}` };
  }
  const isCustom = action.details instanceof CustomPreview;
  if (isCustom && (isDryRun || stop.signal.aborted)) {
    // Code of somebody else, which may do anything, is not asked in a dry run, nor when the run is to end.
    session.pending.pop(action.id);
    if (decision?.verdict === "discard") return { state: "discarded" };
    return { state: decision ? "would-apply" : "pending" };
  }
  const resolve = createResolveTool(session);
  const verdict = decision?.verdict ?? "apply";
  const reason = decision?.reason ?? "A preview without a policy.";
  try {
    if (isCustom && verdict === "apply") await writer?.noteForeign().catch(refuseUnnoted);
    const request = { action: verdict, reason, id: action.id, ...definedOnly({ extra }) };
    const answer = await resolve.execute(request, DIRECT_CALL, stop.signal).finally(() => {
      // It may have written anything, also where it failed.
      if (isCustom) workspace.refresh();
    });
    const result = textOf(answer);
    if (verdict === "apply" && answer.isError === true) throw new ToolError(result);
    if (verdict === "discard") return { state: "discarded", result, answer: result };
    const changes = isCustom ? undefined : changesIn(answer.details);
    const written = { answer: result, ...(changes ? { changes } : {}) };
    if (!decision) return { state: "pending", ...written };
    return isDryRun
      ? { state: "would-apply", ...written }
      : { state: "applied", result, ...written };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (onFailure === "take-out" || stop.signal.aborted) session.pending.pop(action.id);
    const cause = error instanceof CancelledError ? stop.leaveOut() : undefined;
    // What had begun may have done some of it.
    if (cause && !isCustom)
      return { state: "discarded", result: error.message, decision: stopped(cause) };
    return { state: "failed", result: error.message, error };
  }
}

/** What nobody could take note of is not done. */
function refuseUnnoted(error: unknown): never {
  throw new ToolError(`Apply failed: ${messageOf(error)}`, { cause: error });
}

function changesIn(details: unknown): readonly FileChange[] | undefined {
  // The details of `resolve` hold those of ast_edit's apply (R8).
  const { sourceResultDetails } = details as {
    sourceResultDetails?: { changes?: readonly FileChange[] };
  };
  return sourceResultDetails?.changes;
}
