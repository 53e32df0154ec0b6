import type { ItemOf } from "../../model/conversation.ts";
import type { ModelAnswer } from "../model/model-port.ts";
import type { FinalOutcome } from "./conversation-outcome.ts";
import type { ConversationProgress } from "./conversation-progress.ts";
import type { ConversationRequest } from "./conversation-request.ts";
import type { FinalAnswer } from "./final-answer.ts";
import type { TurnSteering } from "./turn-steering.ts";

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
export async function settleTextTurn(
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
