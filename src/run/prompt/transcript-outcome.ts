import type { ConversationOutcome } from "../../agent/conversation/conversation-outcome.ts";
import type { Transcript } from "../../model/report/transcript.ts";

/** The outcome of a prompt step's conversation, also if it never began. */
export type TranscriptOutcome = Omit<ConversationOutcome, "outcome"> & {
  readonly outcome: Transcript["outcome"];
};
