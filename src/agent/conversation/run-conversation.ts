import { type ConversationCourse, endBeforeTurn } from "./conversation-course.ts";
import { ConversationProgress } from "./conversation-progress.ts";
import type { ConversationOutcome, ConversationRequest } from "./conversation-request.ts";
import { FinalAnswer } from "./final-answer.ts";
import { takeTurn } from "./take-turn.ts";
import { TurnSteering } from "./turn-steering.ts";

/**
 * Holds a conversation to its end, one call of the model per turn. Whatever the model, its provider or a limit
 * does is an outcome; rejects only where our own code breaks, and calls that have no result then are left for
 * `closeOrphans`.
 */
export async function runConversation(request: ConversationRequest): Promise<ConversationOutcome> {
  const { conversation, session, log, response } = request;
  const progress = new ConversationProgress();
  const course: ConversationCourse = {
    request,
    steering: new TurnSteering(session, log),
    progress,
    final: new FinalAnswer(response?.schema),
  };
  for (;;) {
    const ending = endBeforeTurn(course) ?? (await takeTurn(course));
    if (ending === undefined) continue;
    return { ...conversation.redact(ending), turns: progress.turns };
  }
}
