import type { ConversationProgress } from "./conversation-progress.ts";
import type { ConversationOutcome, ConversationRequest } from "./conversation-request.ts";
import type { FinalAnswer } from "./final-answer.ts";
import type { TurnSteering } from "./turn-steering.ts";

/** What the turns of one conversation share. */
export interface ConversationCourse {
  readonly request: ConversationRequest;
  readonly steering: TurnSteering;
  readonly progress: ConversationProgress;
  readonly final: FinalAnswer;
}

/** What ends a conversation. */
export type Ending = Pick<ConversationOutcome, "outcome" | "message" | "output">;

/** Why there is no further turn: the run was stopped, or a limit is reached; undefined where there is one. */
export function endBeforeTurn({ request, progress }: ConversationCourse): Ending | undefined {
  if (request.signal.aborted) return stopped(progress);
  const message = progress.limitReached(request.limits);
  return message === undefined ? undefined : { outcome: "limit", message };
}

/** Somebody ended the run. */
export function stopped(progress: ConversationProgress): Ending {
  return { outcome: "stopped", message: `The run was stopped after ${progress.soFar}.` };
}

/** The model cannot be asked, or does not do what it has to. `why` is a sentence. */
export function failed(progress: ConversationProgress, why: string): Ending {
  return { outcome: "failed", message: `${why} The conversation ended after ${progress.soFar}.` };
}
