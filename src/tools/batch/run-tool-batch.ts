import type { ConversationItem } from "../../model/conversation.ts";
import { type AgentToolResult, OUTPUT_CAP, type ToolExecutionContext } from "../../model/tool.ts";
import { CancelledError, ToolError } from "../../model/tool-error.ts";
import {
  askAfter,
  askBefore,
  type BatchListeners,
  type ClearedCall,
  STOPPED,
} from "./ask-hooks.ts";
import { type BatchOutcome, denied, errorResult, failed } from "./batch-outcome.ts";
import { capOutput } from "./cap-output.ts";
import { resultOf } from "./listener-answer.ts";
import type { BatchStop, ToolCallEvent } from "./tool-hook.ts";
import { unlessStopped } from "./unless-stopped.ts";

/** One call of a batch, bound to its tool. */
export interface BatchCall {
  readonly callId: string;
  readonly tool: string;
  /** For hooks and interceptors, which get copies (T28). */
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
  /** The messages that interceptors add after the results, in call order (T18). Empty if the batch was stopped. */
  readonly items: readonly ConversationItem[];
}

/** The hooks, the interceptors and the limits of a batch. */
export interface BatchOptions extends BatchListeners {
  /** When it fires before the calls run, nothing runs (T14); when it fires later, the batch settles soon (T29). */
  readonly signal?: AbortSignal;
  /**
   * The time that calls have to end by themselves once the signal has fired; milliseconds. A call that does not is
   * interrupted, and its result is dropped (T29). Default: 250.
   */
  readonly settleWithin?: number;
  /** The limit of the text of one result, in bytes (T15). Default: {@link OUTPUT_CAP}. */
  readonly maxOutputBytes?: number;
}

const SETTLE_WITHIN = 250;

/**
 * Runs the calls of one batch under one batch id (T2): asks all hooks in call order (T7), runs the calls concurrently,
 * started in call order (T5, T6), and passes the results to the hooks. A call that fails does not stop its siblings
 * (T13); to resume a paused batch, run its calls again under a new id (T10). Never rejects, and settles soon after the
 * signal, also if a call or a hook hangs (T29).
 */
export async function runToolBatch(
  batchId: string,
  calls: readonly BatchCall[],
  options: BatchOptions = {},
): Promise<BatchResult> {
  const entries = calls.map((call, callIndex) => entryOf(call, { batchId, callIndex }));
  const cleared: ClearedEntry[] = [];
  for (const entry of entries) {
    const answer = isStopped(options) ? STOPPED : await askBefore(entry.event, options);
    if (answer.kind !== "cleared") return stopped(entries, answer);
    cleared.push({ ...entry, ...answer });
  }
  if (isStopped(options)) return stopped(entries, STOPPED);
  const running: Promise<BatchOutcome>[] = [];
  for (const entry of cleared) running.push(runCall(entry, options));
  const ran = await Promise.all(running);
  const { outcomes, stop } = await askAllAfter(entries, ran, options);
  if (stop !== undefined)
    return { ...stateOf(stop), outcomes: refusedBy(stop, outcomes), items: [] };
  if (ran.some(isInterrupted)) return { ...stateOf(STOPPED), outcomes, items: [] };
  return { state: "finished", outcomes, items: cleared.flatMap(({ items }) => items) };
}

/** Refuses every outcome: nothing of the batch counts (T9), not even results that hooks got before. */
function refusedBy({ reason }: BatchStop, outcomes: readonly BatchOutcome[]) {
  return outcomes.map((outcome) =>
    outcome.kind === "denied" ? outcome : denied(outcome, reason, outcome),
  );
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

interface ClearedEntry extends Entry, ClearedCall {}

function entryOf(
  call: BatchCall,
  place: Pick<ToolExecutionContext, "batchId" | "callIndex">,
): Entry {
  const context = Object.freeze({ callId: call.callId, ...place }); // Tools and outcomes share it.
  return { call, event: { tool: call.tool, params: call.params, context } };
}

async function runCall(
  { call, event, answer }: ClearedEntry,
  { signal, settleWithin = SETTLE_WITHIN }: BatchOptions,
): Promise<BatchOutcome> {
  const { tool, context } = event;
  if (answer.kind === "synthetic")
    return { kind: "synthetic", tool, context, result: answer.result };
  if (answer.kind === "deny") return denied(event, answer.reason);
  try {
    const running = Promise.resolve(call.execute(context));
    const settled = await unlessStopped(running, { signal, settleWithin });
    if (settled === undefined) return failed(event, new InterruptedCall());
    const result = resultOf(settled.value);
    if (result !== undefined) return { kind: "done", tool, context, result };
    return failed(event, new ToolError("The tool gave no valid result."));
  } catch (error) {
    return failed(event, error);
  }
}

/** The error of a call that had not ended when the signal fired. */
class InterruptedCall extends CancelledError {
  constructor() {
    super("Interrupted: the run was stopped before the call ended.");
  }
}

function isInterrupted(outcome: BatchOutcome): boolean {
  return outcome.kind === "failed" && outcome.error instanceof InterruptedCall;
}

function isStopped({ signal }: BatchOptions): boolean {
  return signal?.aborted === true;
}

/** Returns the outcome of a batch of which nothing ran: every call gets its paired result (T11). */
function stopped(entries: readonly Entry[], stop: BatchStop): BatchResult {
  const outcomes = entries.map(({ event: { tool, context } }): BatchOutcome => {
    const { reason } = stop;
    return { kind: "skipped", tool, context, reason, result: errorResult(`Skipped: ${reason}`) };
  });
  return { ...stateOf(stop), outcomes, items: [] };
}

function stateOf({ kind, reason }: BatchStop): Pick<BatchResult, "state" | "reason"> {
  const states = { abort: "aborted", pause: "paused", cancel: "cancelled" } as const;
  return { state: states[kind], reason };
}
