import type { ItemOf } from "../../model/conversation.ts";
import type { OfferedTool } from "../model/model-port.ts";

/** A call of one turn, on its way to its tool. */
export interface TurnCall {
  /** `<batchId>-<index>`: of Sluice, because the ids of a provider may be empty or equal. */
  readonly callId: string;
  readonly tool: string;
  /** As the model wrote them. */
  readonly params: unknown;
  /** Why the call cannot be made: it gets an error result that says so, and its tool does not run. */
  readonly fault?: string;
}

/** What the calls of one turn came to. */
export interface TurnResults {
  /** In call order, one for each call (T12). */
  readonly results: readonly { readonly text: string; readonly isError?: boolean }[];
  /** Appended after the results: decisions, and the reminders of the session (R22). */
  readonly messages: readonly ItemOf<"system">[];
  /** A hook or a signal ended the run: the conversation ends as `stopped`. */
  readonly isStopped: boolean;
}

/** What a conversation is held in: has the tools and runs their calls. */
export interface ConversationHost {
  /** What a turn offers; asked before every turn. With `resolve` where the model ends its previews (R18). */
  tools(): readonly OfferedTool[];
  /** Another one at every call, also where no call of the last ran, and none of an earlier transcript (T3). */
  nextBatchId(): string;
  /** Runs the calls of one turn as one batch (T2). What a model did wrong is an error result, and no rejection. */
  runCalls(batchId: string, calls: readonly TurnCall[]): Promise<TurnResults>;
  /** Asked after a turn without calls that goes on: what was decided because of it, for the model. */
  settle(): Promise<readonly ItemOf<"system">[]>;
}
