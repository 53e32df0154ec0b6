import type { Transcript, TurnReport } from "../../model/report/transcript.ts";

/** The outcome of a conversation. */
export interface ConversationOutcome {
  readonly outcome: Extract<Transcript["outcome"], "done" | "limit" | "failed" | "stopped">;
  readonly turns: readonly TurnReport[];
  /** The reason, how far the conversation came, and what to do; absent for `done`. */
  readonly message?: string;
  /** With `response`, once the conversation is `done`. */
  readonly output?: unknown;
}

/** The outcome as the last turn returns it, without the list of turns. */
export type FinalOutcome = Omit<ConversationOutcome, "turns">;
