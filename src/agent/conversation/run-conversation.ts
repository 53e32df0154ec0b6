import { CancelledError } from "../../model/tool-error.ts";
import { type ModelAnswer, ModelError } from "../model/model-port.ts";
import { askTurn } from "./ask-turn.ts";
import type { IdFaultKind } from "./call-ids.ts";
import type { ConversationOutcome, FinalOutcome } from "./conversation-outcome.ts";
import { ConversationProgress } from "./conversation-progress.ts";
import type { ConversationRequest } from "./conversation-request.ts";
import { FinalAnswer } from "./final-answer.ts";
import { runTurnCalls } from "./run-turn-calls.ts";
import { settleTextTurn } from "./settle-text-turn.ts";
import { TurnSteering } from "./turn-steering.ts";

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
