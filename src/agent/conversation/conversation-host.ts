import type { ItemOf } from "../../model/conversation.ts";
import type { OfferedTool } from "../model/model-port.ts";

/** A call of one turn, on its way to its tool. */
export interface TurnCall {
  /** The provider's own id (T27), or `<batchId>-<index>` if it gave none that can be used; unique. */
  readonly callId: string;
  readonly tool: string;
  /** As the model wrote them. */
  readonly params: unknown;
  /** The reason for which the call cannot be made: its tool does not run, and its error result has the reason. */
  readonly fault?: string | undefined;
}

/** The results of the calls of one turn. */
export interface TurnResults {
  /** In call order, one for each call (T12). */
  readonly results: readonly { readonly text: string; readonly isError?: boolean }[];
  /** Appended after the results: decisions, and the reminders of the session (R22). */
  readonly messages: readonly ItemOf<"system">[];
  /** A hook or a signal ended the run: the conversation ends as `stopped`. */
  readonly isStopped: boolean;
}

/** The owner of the tools of a conversation, which runs their calls. */
export interface ConversationHost {
  /** Returns the tools of a turn; called before every turn. Includes `resolve` if the model ends its previews (R18). */
  tools(): readonly OfferedTool[];
  /** Returns a new id at every call, also if no call of the last batch ran, and none of an earlier transcript (T3). */
  nextBatchId(): string;
  /** Runs the calls of one turn as one batch (T2). A mistake of the model is an error result, not a rejection. */
  runCalls(batchId: string, calls: readonly TurnCall[]): Promise<TurnResults>;
  /** Called after a turn without calls that does not end the conversation. Returns its decisions, for the model. */
  settle(): Promise<readonly ItemOf<"system">[]>;
}
