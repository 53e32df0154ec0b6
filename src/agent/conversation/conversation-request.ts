import type { Session } from "../../resolve/session.ts";
import type { ModelPort } from "../model/model-port.ts";
import type { Conversation } from "./conversation.ts";
import type { ConversationHost } from "./conversation-host.ts";
import type { ConversationLimits } from "./conversation-progress.ts";
import type { ResponseSchema } from "./response.ts";

/** A conversation that is to be held with a model. */
export interface ConversationRequest {
  /** Has the prompt already. Grows. */
  readonly conversation: Conversation;
  readonly port: ModelPort;
  /** What the model is told before the conversation. */
  readonly instructions: string;
  readonly host: ConversationHost;
  /**
   * The model ends its previews itself, and is made to (Q17–Q21, S1–S7). Where the session has an
   * `onReminder`, the host hands its reminders over as messages, and the loop sends none itself.
   */
  readonly session?: Session;
  readonly limits: ConversationLimits;
  /** Fires when the run is stopped. */
  readonly signal: AbortSignal;
  /** Tokens of one answer; absent: the provider's own limit. */
  readonly maxOutputTokens?: number;
  /** The last answer has to be JSON of this shape. Whoever submits the prompt asks for it: `responseRequest`. */
  readonly response?: { readonly schema: ResponseSchema };
  /** Gets what the model cannot be made to do (Q21). */
  readonly log: (message: string) => void;
}
