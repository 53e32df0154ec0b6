import type { Session } from "../../resolve/session.ts";
import type { ModelPort } from "../model/model-port.ts";
import type { Conversation } from "./conversation.ts";
import type { ConversationHost } from "./conversation-host.ts";
import type { ConversationLimits } from "./conversation-progress.ts";
import type { ResponseSchema } from "./response.ts";

/** A conversation that is to be held with a model. */
export interface ConversationRequest {
  /** Begins with the prompt, and grows. */
  readonly conversation: Conversation;
  readonly port: ModelPort;
  /** The instructions that the model gets before the conversation. */
  readonly instructions: string;
  readonly host: ConversationHost;
  /**
   * Makes the model end its previews itself (Q17–Q21, S1–S7). If the session has an `onReminder`, the host returns
   * its reminders as messages, and the conversation sends none itself.
   */
  readonly session?: Session;
  readonly limits: ConversationLimits;
  /** Fires when the run is stopped. */
  readonly signal: AbortSignal;
  /** The limit of tokens in one answer. Default: the provider's own limit. */
  readonly maxOutputTokens?: number;
  /** The last answer must be JSON of this shape. The caller asks the model for it in the prompt: `responseRequest`. */
  readonly response?: { readonly schema: ResponseSchema };
  /** Called before the model is asked for a turn, with its number from 1. */
  readonly onTurn?: (turn: number) => void;
  /** Gets a line if the model cannot be forced (Q21). */
  readonly log: (message: string) => void;
  /** Gets a sentence about a part of a request that the provider ignored (M4); each sentence once. */
  readonly onIgnored?: (message: string) => void;
  /** Gets a sentence about an id of the provider that was replaced (T27); one for each reason. */
  readonly onCallId?: (message: string) => void;
}
