import { type AgentToolResult, OUTPUT_CAP, type ToolExecutionContext } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { messageOf } from "../../shared/message-of.ts";
import { askBefore, type BatchListeners, type Cleared, tellAfter } from "./ask-hooks.ts";
import { type BatchOutcome, denied, errorResult } from "./batch-outcome.ts";
import { capOutput } from "./cap-output.ts";
import { type BatchStop, CONTINUE, type ToolCallEvent } from "./tool-hook.ts";

/** One call of a batch, bound to its tool. */
export interface BatchCall {
  readonly callId: string;
  readonly tool: string;
  /** For those who are told of the call. */
  readonly params: unknown;
  execute(context: ToolExecutionContext): Promise<AgentToolResult>;
}

/** What a batch came to. */
export interface BatchResult {
  /** Other than `finished`: why the batch did not go on. */
  readonly state: "finished" | "aborted" | "paused" | "cancelled";
  /** Why, in the words of whoever stopped it. */
  readonly reason?: string;
  /** In call order, whatever finished first (T12). */
  readonly outcomes: readonly BatchOutcome[];
}

/** Who takes part in a batch beside its tools, and how. */
export interface BatchOptions extends BatchListeners {
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
  if (end === undefined) return { state: "finished", outcomes };
  // Nothing of the batch counts (T9), also what was told before.
  const { reason } = end;
  const refused = outcomes.map((outcome, index) => {
    const event = entries[index]?.event;
    return outcome.kind === "denied" || !event ? outcome : denied(event, reason, outcome);
  });
  return { ...stateOf(end), outcomes: refused };
}

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

async function runCall({ call, event }: Entry, cleared: Cleared): Promise<BatchOutcome> {
  const { tool, context } = event;
  if (cleared.kind === "synthetic")
    return { kind: "synthetic", tool, context, result: cleared.result };
  if (cleared.kind === "deny") return denied(event, cleared.reason);
  try {
    return { kind: "done", tool, context, result: await call.execute(context) };
  } catch (error) {
    const message =
      error instanceof ToolError ? error.message : `The tool failed: ${messageOf(error)}`;
    return { kind: "failed", tool, context, error, result: errorResult(message) };
  }
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
