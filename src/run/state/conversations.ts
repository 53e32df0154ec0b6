import type { PreparedModels } from "../../config/prepare/prepared-models.ts";
import type { ResumedConversations } from "../../config/prepare/resumed-conversations.ts";
import type { References } from "../../config/sources/references.ts";
import type { Steering } from "./steering.ts";

/** The models of a run, and the messages for them. */
export interface Conversations {
  readonly models: PreparedModels;
  readonly steering: Steering;
  /** The conversations of the run that is resumed. */
  readonly resumed: ResumedConversations | undefined;
  /** The files that references of prompts name. */
  readonly references: References;
  /** Removes the keys of models from what is reported. */
  readonly redact: <Value>(value: Value) => Value;
}
