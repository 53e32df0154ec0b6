import { type AgentToolResult, textResult } from "../model/tool.ts";
import { ToolError } from "../model/tool-error.ts";
import { isRecord } from "../shared/is-record.ts";
import type { PendingAction, ResolveExtra } from "./pending-action.ts";
import { remind, type Session } from "./session.ts";

/** A call of `resolve`. */
export interface ResolveRequest {
  readonly action: "apply" | "discard";
  readonly reason: string;
  readonly extra?: ResolveExtra;
  /** Names one of several pending actions (R17). Default: the next in order. */
  readonly id?: string;
}

const NOTHING_PENDING = "No pending action to resolve. Nothing to apply or discard.";
const NOTHING_TO_DISCARD = "Nothing to discard; no pending action remains.";

/**
 * Ends a pending action (CONFORMANCE.md, R1–R14). Answers what the action's handler answers, with
 * the details of R7 and R8. Throws a `ToolError` where the request is refused or the handler fails;
 * the action then stays pending.
 */
export async function resolvePending(
  session: Session,
  request: ResolveRequest,
): Promise<AgentToolResult> {
  checkRequest(request);
  const pending = session.pending.peek(request.id);
  if (!pending) {
    const isLenient = session.options.lenientDiscard === true && request.action === "discard";
    if (isLenient) return textResult(NOTHING_TO_DISCARD);
    throw new ToolError(NOTHING_PENDING);
  }
  session.pending.start(pending.id);
  let produced: unknown;
  try {
    produced = await (request.action === "apply"
      ? pending.apply(request.reason, request.extra)
      : discard(pending, request));
  } catch (error) {
    session.pending.putBack(pending.id);
    remind(session, pending);
    throw asToolError(error, request.action);
  }
  session.pending.consume(pending.id); // What was done is over, whatever the handler answers.
  return withDetails(isToolResult(produced) ? produced : textResult(""), pending, request);
}

/** A handler may come from a custom tool, where the types do not hold. */
function isToolResult(value: unknown): value is AgentToolResult {
  return isRecord(value) && Array.isArray(value.content);
}

/** Refuses what is no resolve call (R1, R23): it may come from a model. */
function checkRequest(request: ResolveRequest): void {
  const { action, reason, extra }: Readonly<Record<string, unknown>> = { ...request };
  if (action !== "apply" && action !== "discard")
    throw new ToolError(
      `resolve: \`action\` must be "apply" or "discard", and is ${JSON.stringify(action)}.`,
    );
  if (typeof reason !== "string" || reason.trim() === "")
    throw new ToolError("resolve: `reason` must be a sentence, and is empty.");
  if (extra !== undefined && !isRecord(extra))
    throw new ToolError("resolve: `extra` must be a record.");
}

async function discard(
  pending: PendingAction,
  { reason, extra }: ResolveRequest,
): Promise<AgentToolResult> {
  const produced = await pending.reject?.(reason, extra);
  return produced ?? textResult(`Discarded: ${pending.label}. Reason: ${reason}`);
}

/** The producer's content and error flag as they are (R9); its details below the resolve call's own (R7, R8). */
function withDetails(
  produced: AgentToolResult,
  { label, sourceToolName }: PendingAction,
  { action, reason, extra }: ResolveRequest,
): AgentToolResult {
  const { details: sourceResultDetails, ...result } = produced;
  const details = {
    action,
    reason,
    sourceToolName,
    label,
    ...(extra === undefined ? {} : { extra }),
    ...(sourceResultDetails == null ? {} : { sourceResultDetails }),
  };
  return { ...result, details };
}

/** A `ToolError` as it is; anything else with its cause (R11, R14). */
function asToolError(error: unknown, action: "apply" | "discard"): ToolError {
  if (error instanceof ToolError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ToolError(`${action === "apply" ? "Apply" : "Discard"} failed: ${message}`, {
    cause: error,
  });
}
