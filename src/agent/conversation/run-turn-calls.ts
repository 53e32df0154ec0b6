import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { textOf } from "../../model/tool.ts";
import type { SoftTurnOutcome } from "../../resolve/soft-requirement.ts";
import { boundedCall } from "../model/bounded-call.ts";
import type { ModelCall } from "../model/model-port.ts";
import { type ConversationCourse, type Ending, failed, stopped } from "./conversation-course.ts";
import type { ConversationHost, TurnCall, TurnResults } from "./conversation-host.ts";

/** Calls of one answer. */
const MOST = INPUT_LIMITS.parallelCalls;

/**
 * Carries out the calls of one answer as one batch. They are appended before they run: a crash leaves them
 * behind without a result. Of more than one answer may have, none runs, and only one more is kept: the rest says
 * nothing that the number does not. Answers what ends the conversation.
 */
export async function runTurnCalls(
  { request, steering, progress }: ConversationCourse,
  wanted: readonly ModelCall[],
): Promise<Ending | undefined> {
  const { conversation, host } = request;
  const batchId = host.nextBatchId();
  const calls = wanted.slice(0, MOST + 1).map((call, index) => ({
    callId: `${batchId}-${index}`,
    ...boundedCall(call),
  }));
  for (const { callId, tool, params } of calls)
    conversation.append({ role: "tool-call", callId, tool, params });
  const verdict = steering.judge(calls.map(({ callId, tool }) => ({ callId, toolName: tool })));
  const held = heldBack(verdict, calls, wanted.length);
  const done = held ?? (await runAll(host, batchId, calls));
  for (const [index, { callId, tool }] of calls.entries())
    conversation.append({ role: "tool-result", callId, tool, ...resultAt(done, index) });
  conversation.append(...done.messages);
  if (done.isStopped) {
    steering.abort();
    return stopped(progress);
  }
  steering.end(held ? [] : calls.map(({ tool }) => tool));
  if (verdict.kind === "give-up") return failed(progress, verdict.error.message);
  if (verdict.kind === "again") return undefined;
  const why = progress.addResults(done.results);
  return why === undefined ? undefined : failed(progress, why);
}

/** Results of calls of which none may run (S3, S5, T2); undefined where they may. */
function heldBack(
  verdict: SoftTurnOutcome,
  calls: readonly TurnCall[],
  wanted: number,
): TurnResults | undefined {
  if (verdict.kind === "again") return notRun(verdict.results.map(({ result }) => textOf(result)));
  if (verdict.kind === "give-up")
    return notRun(calls.map(() => `Not executed: ${verdict.error.message}`));
  if (wanted <= MOST) return undefined;
  const text = `Not executed: one answer may have ${MOST} calls, and this one has ${wanted}. Make fewer calls at once.`;
  return notRun(calls.map(() => text));
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
    throw new Error(`${calls.length} calls came to ${done.results.length} results.`);
  return done;
}

/** `isError` is said only where it is true: one way to write an item. */
function resultAt({ results }: TurnResults, index: number) {
  const { text = "", isError } = results[index] ?? {};
  return isError === true ? { text, isError } : { text };
}
