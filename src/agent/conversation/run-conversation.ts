import type { ItemOf } from "../../model/conversation.ts";
import { CancelledError } from "../../model/tool-error.ts";
import { askModel } from "../model/ask-model.ts";
import {
  type ModelAnswer,
  ModelError,
  type ModelRequest,
  type OfferedTool,
} from "../model/model-port.ts";
import type { IdFaultKind } from "./call-ids.ts";
import type { ConversationOutcome, FinalOutcome } from "./conversation-outcome.ts";
import { ConversationProgress } from "./conversation-progress.ts";
import type { ConversationRequest } from "./conversation-request.ts";
import { FinalAnswer } from "./final-answer.ts";
import { runTurnCalls } from "./run-turn-calls.ts";
import { type SteeredStart, TurnSteering } from "./turn-steering.ts";

/** The parts that the turns of one conversation share. */
interface ConversationCourse {
  readonly request: ConversationRequest;
  readonly steering: TurnSteering;
  readonly progress: ConversationProgress;
  readonly final: FinalAnswer;
  /** The sentences that `onIgnored` got. */
  readonly ignored: Set<string>;
  readonly idFaults: Set<IdFaultKind>;
}

/**
 * Holds a conversation to its end, one call of the model per turn. A fault of the model or its provider, and a limit,
 * are outcomes; rejects only if code of Sluice breaks, and leaves calls without a result to `closeOrphans`.
 */
export async function runConversation(request: ConversationRequest): Promise<ConversationOutcome> {
  const { conversation, session, log, response, signal, limits } = request;
  const progress = new ConversationProgress();
  const course: ConversationCourse = {
    request,
    steering: new TurnSteering(session, log),
    progress,
    final: new FinalAnswer(response?.schema),
    ignored: new Set(),
    idFaults: new Set(),
  };
  for (;;) {
    const outcome = progress.outcomeBeforeTurn(signal, limits) ?? (await takeTurn(course));
    if (outcome !== undefined) return { ...conversation.redact(outcome), turns: progress.turns };
  }
}

/** Takes one turn, and settles its tool choice if the turn fails. Returns the outcome if the conversation ends. */
async function takeTurn(course: ConversationCourse): Promise<FinalOutcome | undefined> {
  const { request, steering, progress } = course;
  try {
    return await turn(course);
  } catch (error) {
    if (error instanceof CancelledError) {
      steering.abort();
      return progress.outcomeBeforeTurn(request.signal, request.limits) ?? progress.stopped();
    }
    steering.fail();
    if (error instanceof ModelError) return progress.failed(error.message);
    throw error;
  }
}

/** Asks the model, appends its text, and runs its calls. */
async function turn(course: ConversationCourse): Promise<FinalOutcome | undefined> {
  const { request, steering, progress } = course;
  request.onTurn?.(progress.turns.length + 1);
  const { asked, answer, refusals } = await askTurn(request, steering);
  progress.addTurn(asked, answer, refusals);
  reportIgnored(course, answer);
  if (isEmpty(answer))
    throw new ModelError("refused", "The model answered without text and calls.");
  if (answer.text !== "") request.conversation.append({ role: "assistant", text: answer.text });
  if (answer.calls.length > 0) return runTurnCalls(course, answer);
  return settleTextTurn(course, answer);
}

/** True for no text and no calls, which ends nothing (M2). An answer that was cut off is asked for again. */
function isEmpty({ text, calls, isCut }: ModelAnswer): boolean {
  return isCut !== true && calls.length === 0 && text.trim() === "";
}

function reportIgnored({ request, ignored }: ConversationCourse, answer: ModelAnswer): void {
  for (const message of answer.ignored ?? [])
    if (!ignored.has(message)) request.onIgnored?.(request.conversation.redact(message));
  for (const message of answer.ignored ?? []) ignored.add(message);
}

/** The answer to one turn, and the request that it answers. */
interface AskedTurn {
  readonly asked: ModelRequest;
  readonly answer: ModelAnswer;
  /** The number of requests of this turn whose tool choice was refused. */
  readonly refusals: number;
}

/**
 * Asks the model for one turn, and asks again without the choice if the provider refuses it (Q21). Rejects with a
 * `ModelError` or a `CancelledError`.
 */
async function askTurn(request: ConversationRequest, steering: TurnSteering): Promise<AskedTurn> {
  const { host, port } = request;
  const tools = host.tools();
  const start = steering.begin(tools.map(({ name }) => name));
  const asked = turnRequest(request, tools, start);
  try {
    return { asked, answer: await askModel(port, asked), refusals: 0 };
  } catch (error) {
    const isRefused = error instanceof ModelError && error.fault === "choice-refused";
    if (!isRefused || start.choice === undefined) throw error;
    const free = turnRequest(request, tools, steering.refuse(error.message));
    return { asked: free, answer: await askModel(port, free), refusals: 1 };
  }
}

/** Appends the reminders of a turn, and returns its request. */
function turnRequest(
  { conversation, instructions, maxOutputTokens, signal, limits }: ConversationRequest,
  tools: readonly OfferedTool[],
  { choice, reminders }: SteeredStart,
): ModelRequest {
  for (const text of reminders)
    conversation.append({ role: "system", tag: "resolve-reminder", text });
  return {
    instructions,
    items: conversation.items,
    tools,
    toolChoice: choice,
    maxOutputTokens,
    signal: AbortSignal.any([signal, limits.timedOut]),
  };
}

/** The parts of a conversation that judge a text. */
interface TextTurn {
  readonly request: ConversationRequest;
  readonly steering: TurnSteering;
  readonly progress: ConversationProgress;
  readonly final: FinalAnswer;
}

/**
 * Settles a turn without calls, and returns the outcome if it ends the conversation. If an action waits to be resolved
 * (S4), or if the answer does not fit, a message for the next turn is appended instead.
 */
async function settleTextTurn(
  { request, steering, progress, final }: TextTurn,
  answer: ModelAnswer,
): Promise<FinalOutcome | undefined> {
  const { conversation, session, host } = request;
  const turn = steering.judge([]);
  steering.end([]);
  if (turn.kind === "give-up") return progress.failed(turn.error.message);
  if (turn.kind === "again" || steering.isWaiting) {
    conversation.append(...(await host.settle()));
    conversation.append(notTheEnd(session?.pending.hasPending === true));
    return undefined;
  }
  const verdict = final.judge(answer);
  switch (verdict.kind) {
    case "done":
      return "output" in verdict
        ? { outcome: "done", output: verdict.output }
        : { outcome: "done" };
    case "again":
      conversation.append(verdict.item);
      return undefined;
    case "failed":
      return progress.failed(verdict.message);
  }
}

/** No model is asked with its own text as the last item: some continue that text, and some providers refuse it. */
function notTheEnd(isPending: boolean): ItemOf<"system"> {
  const text = isPending
    ? 'This is not the end: a pending action waits. Call resolve with action "apply" or "discard" and a reason.'
    : "This is not the end: a tool call is expected.";
  return { role: "system", tag: "response", text };
}
