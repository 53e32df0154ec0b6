import {
  type AgentToolResult,
  OUTPUT_CAP,
  type ToolExecutionContext,
  textResult,
} from "../model/tool.ts";
import { ToolError } from "../model/tool-error.ts";
import { capOutput } from "./cap-output.ts";
import {
  type BatchStop,
  type CallAnswer,
  CONTINUE,
  type SyntheticAnswer,
  type ToolCallEvent,
  type ToolHook,
  type ToolInterceptor,
} from "./tool-hook.ts";

/** One call of a batch, bound to its tool. */
export interface BatchCall {
  readonly callId: string;
  readonly tool: string;
  /** For those who are told of the call. */
  readonly params: unknown;
  execute(context: ToolExecutionContext): Promise<AgentToolResult>;
}

/** How one call of a batch ended, with what stands for it in the conversation: every call has a result. */
export type BatchOutcome = {
  readonly tool: string;
  readonly context: ToolExecutionContext;
  readonly result: AgentToolResult;
} & (
  | { readonly kind: "done" }
  /** Answered by an interceptor; the tool did not run (T8). */
  | { readonly kind: "synthetic" }
  /** A hook said no, before the call or to its result. */
  | { readonly kind: "denied"; readonly reason: string }
  /** It did not run, because the batch did not go on (T11). */
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "failed"; readonly error: unknown }
);

/** What a batch came to. */
export interface BatchResult {
  /** Other than `finished`: why the batch did not go on. */
  readonly state: "finished" | "aborted" | "paused" | "cancelled";
  /** Why, in the words of whoever stopped it. */
  readonly reason?: string;
  /** In call order, whatever finished first (T12). */
  readonly outcomes: readonly BatchOutcome[];
}

/** Who takes part in a batch beside its tools. Default: nobody. */
export interface BatchOptions {
  readonly hooks?: readonly ToolHook[];
  readonly interceptors?: readonly ToolInterceptor[];
  /** When it fires before the calls run, nothing runs (T14). */
  readonly signal?: AbortSignal;
  /** How many bytes of text one result may have (T15). Default: {@link OUTPUT_CAP}. */
  readonly maxOutputBytes?: number;
}

/**
 * Runs the calls of one batch under one batch id (T2): all hooks are asked, in call order, before anything
 * runs (T7); then the calls run concurrently (T5), started in call order and without any other order
 * between them (T6); then hooks are told of the results, in call order; then the results are capped (T15).
 * A call that fails does not stop its siblings (T13). A batch that was paused is resumed by running its
 * calls again under a new id (T10).
 */
export async function runToolBatch(
  batchId: string,
  calls: readonly BatchCall[],
  options: BatchOptions = {},
): Promise<BatchResult> {
  const entries = calls.map((call, callIndex) => entryOf(call, { batchId, callIndex }));
  const cleared: Cleared[] = [];
  for (const { event } of entries) {
    const answer = await askBefore(event, options);
    if (endsBatch(answer)) return stopped(entries, answer);
    cleared.push(answer);
  }
  if (options.signal?.aborted === true)
    return stopped(entries, { kind: "cancel", reason: "The run was stopped." });
  const ran = await Promise.all(
    entries.map((entry, index) => runCall(entry, cleared[index] ?? CONTINUE)),
  );
  const outcomes: BatchOutcome[] = [];
  let end: BatchStop | undefined;
  for (const [index, { event }] of entries.entries()) {
    const outcome = ran[index];
    if (outcome === undefined) continue;
    const told = end ? { outcome } : await tellAfter(event, outcome, options);
    if (told.end) end = told.end;
    const { result } = told.outcome;
    outcomes.push({
      ...told.outcome,
      result: capOutput(result, options.maxOutputBytes ?? OUTPUT_CAP),
    });
  }
  return end ? { ...stateOf(end), outcomes } : { state: "finished", outcomes };
}

/** What lets a single call go on, in its own way. */
type Cleared = CallAnswer | SyntheticAnswer;

interface Entry {
  readonly call: BatchCall;
  readonly event: ToolCallEvent;
}

function entryOf(
  call: BatchCall,
  place: Pick<ToolExecutionContext, "batchId" | "callIndex">,
): Entry {
  const context = { callId: call.callId, ...place };
  return { call, event: { tool: call.tool, params: call.params, context } };
}

function endsBatch(answer: Cleared | BatchStop): answer is BatchStop {
  return answer.kind === "abort" || answer.kind === "pause" || answer.kind === "cancel";
}

/** The first answer that is not `continue`. */
async function askBefore(
  event: ToolCallEvent,
  { interceptors = [], hooks = [] }: BatchOptions,
): Promise<Cleared | BatchStop> {
  let own: Cleared = CONTINUE;
  for (const interceptor of interceptors) {
    const answer = (await interceptor.before?.(event)) ?? CONTINUE;
    if (answer.kind === "synthetic") own = answer;
    else if (answer.kind !== "continue") return answer;
  }
  for (const hook of hooks) {
    const answer = (await hook.before?.(event)) ?? CONTINUE;
    if (answer.kind !== "continue") return answer;
  }
  return own;
}

async function runCall({ call, event }: Entry, cleared: Cleared): Promise<BatchOutcome> {
  const { tool, context } = event;
  if (cleared.kind === "synthetic")
    return { kind: "synthetic", tool, context, result: cleared.result };
  if (cleared.kind === "deny") return denied(event, cleared.reason);
  try {
    return { kind: "done", tool, context, result: await call.execute(context) };
  } catch (error) {
    const message =
      error instanceof ToolError ? error.message : `The tool failed: ${String(error)}`;
    return { kind: "failed", tool, context, error, result: errorResult(message) };
  }
}

/** What everybody who is told of a result makes of it. */
async function tellAfter(
  event: ToolCallEvent,
  outcome: BatchOutcome,
  { interceptors = [], hooks = [] }: BatchOptions,
): Promise<{ readonly outcome: BatchOutcome; readonly end?: BatchStop }> {
  let { result } = outcome;
  for (const interceptor of interceptors)
    result = (await interceptor.after?.(event, result)) ?? result;
  for (const hook of hooks) {
    const answer = (await hook.after?.(event, result)) ?? CONTINUE;
    if (answer.kind === "deny") return { outcome: denied(event, answer.reason) };
    if (answer.kind !== "continue") return { outcome: denied(event, answer.reason), end: answer };
  }
  return { outcome: { ...outcome, result } };
}

/** Nothing ran; every call gets its paired result (T11). */
function stopped(entries: readonly Entry[], stop: BatchStop): BatchResult {
  const outcomes = entries.map(({ event: { tool, context } }): BatchOutcome => {
    const { reason } = stop;
    return { kind: "skipped", tool, context, reason, result: errorResult(`Skipped: ${reason}`) };
  });
  return { ...stateOf(stop), outcomes };
}

function stateOf({ kind, reason }: BatchStop): Pick<BatchResult, "state" | "reason"> {
  const states = { abort: "aborted", pause: "paused", cancel: "cancelled" } as const;
  return { state: states[kind], reason };
}

function denied({ tool, context }: ToolCallEvent, reason: string): BatchOutcome {
  return { kind: "denied", tool, context, reason, result: errorResult(`Denied: ${reason}`) };
}

function errorResult(text: string): AgentToolResult {
  return { ...textResult(text), isError: true };
}
