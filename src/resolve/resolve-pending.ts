import { type AgentToolResult, textResult } from "../model/tool.ts";
import { ToolError } from "../model/tool-error.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { isRecord } from "../shared/is-record.ts";
import { isToolResult } from "../shared/is-tool-result.ts";
import { messageOf } from "../shared/message-of.ts";
import type { PendingAction, ResolveExtra, ResolveHandler } from "./pending-action.ts";
import { remind } from "./reminder.ts";
import { restoreResolveDirective } from "./resolve-directive.ts";
import { extraFault } from "./resolve-extra.ts";
import type { Session } from "./session.ts";

/** A call of `resolve`. */
export interface ResolveRequest {
  readonly action: "apply" | "discard";
  readonly reason: string;
  readonly extra?: ResolveExtra;
  /** The id of one of several pending actions (R17). Default: the action that R19 finds. */
  readonly id?: string;
}

/** The details of the result of `resolve` (R7). */
export interface ResolveDetails extends Pick<ResolveRequest, "action" | "reason" | "extra"> {
  readonly sourceToolName: string;
  readonly label: string;
  /** The details of the producer's own result, if there are any (R8). */
  readonly sourceResultDetails?: unknown;
}

const NOTHING_PENDING = "No pending action to resolve. Nothing to apply or discard.";
const NOTHING_TO_DISCARD = "Nothing to discard; no pending action remains.";

/**
 * Ends a pending action, or uses the standing handler if none is pending (R1–R14, R19, R20). Returns
 * the handler's result with the details of R7 and R8. Rejects with a `ToolError` if the request is refused or the
 * handler fails; the action then stays pending.
 */
export async function resolvePending(
  session: Session,
  request: ResolveRequest,
): Promise<AgentToolResult> {
  checkRequest(request);
  const pending = findResolvable(session, request.id);
  if (pending) return endPending(session, pending, request);
  const standing = findStanding(session, request.id);
  if (standing) return resultOf(await run(standing, request), standing, request);
  const isLenient =
    session.options.lenientDiscard === true &&
    request.action === "discard" &&
    !session.pending.hasPending;
  if (isLenient) return textResult(NOTHING_TO_DISCARD);
  throw new ToolError(NOTHING_PENDING);
}

/** Finds the action with that id, otherwise the one whose directive is in flight, otherwise the next in order (R19). */
export function findResolvable(
  session: Session,
  id: string | undefined,
): PendingAction | undefined {
  const { pending } = session;
  if (id !== undefined) return pending.peek(id);
  return session.peekQueueInvoker() ?? pending.peek();
}

/** Finds the standing handler. While an action is being run, a second resolve was meant for that action. */
function findStanding(session: Session, id: string | undefined): ResolveHandler | undefined {
  return id === undefined && !session.pending.hasPending ? session.standing.current : undefined;
}

async function endPending(
  session: Session,
  action: PendingAction,
  request: ResolveRequest,
): Promise<AgentToolResult> {
  session.pending.start(action.id);
  let produced: unknown;
  try {
    produced = await run(action, request);
  } catch (error) {
    session.pending.putBack(action.id);
    forceAgain(session, action);
    remind(session.options, action);
    throw error;
  }
  session.pending.consume(action.id); // The action has ended, whatever the handler returned.
  return resultOf(produced, action, request);
}

/** Forces the action again, if the session forces, and its directive is neither waiting nor in flight (R30). */
function forceAgain({ pending, toolChoices, options }: Session, action: PendingAction): void {
  if (options.toolChoices !== "named") return;
  restoreResolveDirective({ pending, toolChoices, onUnresolved: options.onUnresolved }, action);
}

/** Calls the handler once. Rejects with a `ToolError` if it throws. */
async function run(handler: ResolveHandler, request: ResolveRequest): Promise<unknown> {
  try {
    return await (request.action === "apply"
      ? handler.apply(request.reason, request.extra)
      : discard(handler, request));
  } catch (error) {
    throw asToolError(error, request.action);
  }
}

/** Returns the result with its details. An invalid result, as a custom tool may return, counts as an empty one. */
function resultOf(
  produced: unknown,
  handler: ResolveHandler,
  request: ResolveRequest,
): AgentToolResult<ResolveDetails> {
  return withDetails(isToolResult(produced) ? produced : textResult(""), handler, request);
}

/** Refuses an invalid resolve call (R1, R23): it may come from a model. */
function checkRequest(request: ResolveRequest): void {
  const { action, reason, extra }: Readonly<Record<string, unknown>> = { ...request };
  if (action !== "apply" && action !== "discard")
    throw new ToolError(
      `resolve: \`action\` must be "apply" or "discard", and is ${JSON.stringify(String(action))}.`,
    );
  if (typeof reason !== "string" || reason.trim() === "")
    throw new ToolError("resolve: `reason` must be a sentence, and is empty.");
  if (extra !== undefined && !isRecord(extra))
    throw new ToolError("resolve: `extra` must be a record.");
  const fault = request.extra === undefined ? undefined : extraFault(request.extra);
  if (fault !== undefined) throw new ToolError(`resolve: \`extra\` ${fault}.`);
}

async function discard(
  handler: ResolveHandler,
  { reason, extra }: ResolveRequest,
): Promise<AgentToolResult> {
  const produced = await handler.reject?.(reason, extra);
  return produced ?? textResult(`Discarded: ${handler.label}. Reason: ${reason}`);
}

/** Keeps the producer's content and error flag (R9), and puts its details below those of the resolve call (R7, R8). */
function withDetails(
  produced: AgentToolResult,
  handler: ResolveHandler,
  request: ResolveRequest,
): AgentToolResult<ResolveDetails> {
  const { details: sourceResultDetails, ...result } = produced;
  const details = resolveDetails(handler, request);
  if (sourceResultDetails == null) return { ...result, details };
  return { ...result, details: { ...details, sourceResultDetails } };
}

/** Returns the details of a resolve call and of the action that it is about (R7). */
export function resolveDetails(
  { label, sourceToolName }: Pick<ResolveHandler, "label" | "sourceToolName">,
  { action, reason, extra }: ResolveRequest,
): ResolveDetails {
  return { action, reason, sourceToolName, label, ...definedOnly({ extra }) };
}

/** Returns a `ToolError` unchanged, and any other error as the cause of a new one (R11, R14). */
function asToolError(error: unknown, action: "apply" | "discard"): ToolError {
  if (error instanceof ToolError) return error;
  const message = messageOf(error);
  return new ToolError(`${action === "apply" ? "Apply" : "Discard"} failed: ${message}`, {
    cause: error,
  });
}
