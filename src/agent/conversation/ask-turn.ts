import { askModel } from "../model/ask-model.ts";
import {
  type ModelAnswer,
  ModelError,
  type ModelRequest,
  type OfferedTool,
} from "../model/model-port.ts";
import type { ConversationRequest } from "./conversation-request.ts";
import type { SteeredStart, TurnSteering } from "./turn-steering.ts";

/** The answer to one turn, and the request that it answers. */
export interface AskedTurn {
  readonly asked: ModelRequest;
  readonly answer: ModelAnswer;
  /** The number of requests of this turn whose tool choice was refused. */
  readonly refusals: number;
}

/**
 * Asks the model for one turn, and asks again without the choice if the provider refuses it (Q21). Rejects with a
 * `ModelError` or a `CancelledError`.
 */
export async function askTurn(
  request: ConversationRequest,
  steering: TurnSteering,
): Promise<AskedTurn> {
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
