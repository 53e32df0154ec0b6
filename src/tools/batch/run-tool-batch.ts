import { type AgentToolResult, OUTPUT_CAP, type ToolExecutionContext } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { messageOf } from "../../shared/message-of.ts";
import { askAfter, askBefore, type BatchListeners, type Cleared } from "./ask-hooks.ts";
import { type BatchOutcome, denied, errorResult } from "./batch-outcome.ts";
import { capOutput } from "./cap-output.ts";
import { type BatchStop, CONTINUE, type ToolCallEvent } from "./tool-hook.ts";

/** One call of a batch, bound to its tool. */
export interface BatchCall {
  readonly callId: string;
  readonly tool: string;
  /** For hooks and interceptors. */
  readonly params: unknown;
  execute(context: ToolExecutionContext): Promise<AgentToolResult>;
}

/** The outcome of a batch. */
export interface BatchResult {
  /** Other than `finished`: the way in which a hook or the signal stopped the batch. */
  readonly state: "finished" | "aborted" | "paused" | "cancelled";
  /** The reason, in the words of the hook that stopped it. Absent if the batch finished. */
  readonly reason?: string;
  /** In call order, not in the order in which they finished (T12). */
  readonly outcomes: readonly BatchOutcome[];
}

/** The hooks, the interceptors and the limits of a batch. */
export interface BatchOptions extends BatchListeners {
  /** When it fires before the calls run, nothing runs (T14). */
  readonly signal?: AbortSignal;
  /** The limit of the text of one result, in bytes (T15). Default: {@link OUTPUT_CAP}. */
  readonly maxOutputBytes?: number;
}

/**
 * Runs the calls of one batch under one batch id (T2): asks all hooks in call order (T7), runs the calls concurrently,
 * started in call order (T5, T6), and passes the results to the hooks. A call that fails does not stop its siblings
 * (T13); to resume a paused batch, run its calls again under a new id (T10).
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
    if (stopsBatch(answer)) return stopped(entries, answer);
    cleared.push(answer);
  }
  if (options.signal?.aborted === true)
    return stopped(entries, { kind: "cancel", reason: "The run was stopped." });
  const ran = await Promise.all(
    entries.map((entry, index) => runCall(entry, cleared[index] ?? CONTINUE)),
  );
  const { outcomes, stop } = await askAllAfter(entries, ran, options);
  if (stop === undefined) return { state: "finished", outcomes };
  // Nothing of the batch counts (T9), not even results that hooks got before.
  const refused = outcomes.map((outcome, index) => {
    const event = entries[index]?.event;
    return outcome.kind === "denied" || !event ? outcome : denied(event, stop.reason, outcome);
  });
  return { ...stateOf(stop), outcomes: refused };
}

/** Asks the hooks about the results, in call order, until one of them stops the batch; caps each result. */
async function askAllAfter(
  entries: readonly Entry[],
  ran: readonly BatchOutcome[],
  options: BatchOptions,
): Promise<{ readonly outcomes: readonly BatchOutcome[]; readonly stop: BatchStop | undefined }> {
  const outcomes: BatchOutcome[] = [];
  let stop: BatchStop | undefined;
  for (const [index, { event }] of entries.entries()) {
    const outcome = ran[index];
    if (outcome === undefined) continue;
    const asked = stop ? { outcome } : await askAfter(event, outcome, options);
    if (asked.stop) stop = asked.stop;
    const result = capOutput(asked.outcome.result, options.maxOutputBytes ?? OUTPUT_CAP);
    outcomes.push({ ...asked.outcome, result });
  }
  return { outcomes, stop };
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

function stopsBatch(answer: Cleared | BatchStop): answer is BatchStop {
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

/** Returns the outcome of a batch of which nothing ran: every call gets its paired result (T11). */
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
