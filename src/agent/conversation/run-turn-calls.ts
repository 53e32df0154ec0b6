import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { textOf } from "../../model/tool.ts";
import type { SoftTurnOutcome } from "../../resolve/soft-requirement.ts";
import type { ModelAnswer } from "../model/model-port.ts";
import { type IdFault, type IdFaultKind, nameCalls } from "./call-ids.ts";
import type { ConversationHost, TurnCall, TurnResults } from "./conversation-host.ts";
import type { FinalOutcome } from "./conversation-outcome.ts";
import type { ConversationProgress } from "./conversation-progress.ts";
import type { ConversationRequest } from "./conversation-request.ts";
import type { FinalAnswer } from "./final-answer.ts";
import type { TurnSteering } from "./turn-steering.ts";

/** The limit of calls in one answer. */
const MAX_CALLS = INPUT_LIMITS.parallelCalls;

/** The parts of a conversation that its calls take part in. */
interface CallTurn {
  readonly request: ConversationRequest;
  readonly steering: TurnSteering;
  readonly progress: ConversationProgress;
  readonly final: FinalAnswer;
  /** The kinds of faults that `onCallId` got. */
  readonly idFaults: Set<IdFaultKind>;
}

/**
 * Runs the calls of one answer as one batch, and returns the outcome if the conversation ends. The calls are appended
 * before they run, so that a crash leaves them without a result. Of an answer that was cut off none runs (M1), and of
 * too many calls none, of which only one above the limit is kept.
 */
export async function runTurnCalls(
  course: CallTurn,
  { calls: wanted, isCut = false }: ModelAnswer,
): Promise<FinalOutcome | undefined> {
  const { request, steering, progress, final } = course;
  const { conversation, host } = request;
  const batchId = host.nextBatchId();
  const { calls, faults } = nameCalls(wanted.slice(0, MAX_CALLS + 1), batchId, conversation.items);
  reportIds(course, faults);
  for (const { callId, tool, params } of calls)
    conversation.append({ role: "tool-call", callId, tool, params });
  const turn = steering.judge(calls.map(({ callId, tool }) => ({ callId, toolName: tool })));
  const withheld = isCut ? cutResults(calls) : withheldResults(turn, calls, wanted.length);
  const done = withheld ?? (await runAll(host, batchId, calls));
  for (const [index, { callId, tool }] of calls.entries())
    conversation.append({ role: "tool-result", callId, tool, ...resultAt(done, index) });
  conversation.append(...done.messages);
  if (done.isStopped) {
    steering.abort();
    return progress.stopped();
  }
  steering.end(withheld ? [] : calls.map(({ tool }) => tool));
  if (turn.kind === "give-up") return progress.failed(turn.error.message);
  if (turn.kind === "again") return undefined;
  const why = (isCut ? final.addCut() : undefined) ?? progress.addResults(done.results);
  return why === undefined ? undefined : progress.failed(why);
}

/** Reports the first id of each kind that was replaced. */
function reportIds({ request, idFaults }: CallTurn, faults: readonly IdFault[]): void {
  for (const { kind, message } of faults) {
    if (!idFaults.has(kind)) request.onCallId?.(request.conversation.redact(message));
    idFaults.add(kind);
  }
}

/** Returns the results of calls of which none may run (S3, S5, T2); undefined if they may. */
function withheldResults(
  turn: SoftTurnOutcome,
  calls: readonly TurnCall[],
  wanted: number,
): TurnResults | undefined {
  if (turn.kind === "again") return notRun(turn.results.map(({ result }) => textOf(result)));
  if (turn.kind === "give-up")
    return notRun(calls.map(() => `Not executed: ${turn.error.message}`));
  if (wanted <= MAX_CALLS) return undefined;
  const counts = `one answer may have ${MAX_CALLS} calls, and this one has ${wanted}.`;
  return notRun(calls.map(() => `Not executed: ${counts} Make fewer calls at once.`));
}

/** Returns the results of the calls of an answer that was cut off: each may be a part of what the model meant (M1). */
function cutResults(calls: readonly TurnCall[]): TurnResults {
  const why =
    "Not executed: your answer was cut off because it is too long, so that calls may be incomplete.";
  return notRun(calls.map(() => `${why} Make fewer or shorter calls at once.`));
}

function notRun(texts: readonly string[]): TurnResults {
  const results = texts.map((text) => ({ text, isError: true }));
  return { results, messages: [], isStopped: false };
}

async function runAll(
  host: ConversationHost,
  batchId: string,
  calls: readonly TurnCall[],
): Promise<TurnResults> {
  const done = await host.runCalls(batchId, calls);
  if (done.results.length !== calls.length)
    throw new Error(`${calls.length} calls have ${done.results.length} results.`);
  return done;
}

/** Sets `isError` only if it is true: an item is always written in one way. */
function resultAt({ results }: TurnResults, index: number) {
  const { text = "", isError } = results[index] ?? {};
  return isError === true ? { text, isError } : { text };
}
