import { z } from "zod";

/** The purposes of a system item; the user's own text has none. */
const SYSTEM_TAGS = [
  /** `[File: <path>]` and the text of the file (F1). */
  "file",
  /** `[Dir: <path>]` and the entries of the folder (F7). */
  "dir",
  /** A preview waits for `resolve` (R22). */
  "resolve-reminder",
  /** The outcome of a preview, and the reason. */
  "decision",
  /** The answer does not have the required shape, or is missing. */
  "response",
] as const;

/**
 * One item of a conversation, as it is in transcripts, reports and cassettes. Items are appended and never
 * changed (F13).
 */
export const conversationItemSchema = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("user"), text: z.string() }),
  z.strictObject({
    role: z.literal("system"),
    text: z.string(),
    tag: z.enum(SYSTEM_TAGS).optional(),
  }),
  z.strictObject({ role: z.literal("assistant"), text: z.string() }),
  z.strictObject({
    role: z.literal("tool-call"),
    callId: z
      .string()
      .describe(
        "The provider's own id of the call; one made by Sluice if it gave none that can be used",
      ),
    tool: z.string(),
    params: z.unknown().describe("As the model wrote them; a text if that is not JSON"),
  }),
  z.strictObject({
    role: z.literal("tool-result"),
    callId: z.string(),
    tool: z.string(),
    text: z.string(),
    isError: z.boolean().optional(),
  }),
]);

/** One item of a conversation. */
export type ConversationItem = Readonly<z.infer<typeof conversationItemSchema>>;

/** An item of one role. */
export type ItemOf<Role extends ConversationItem["role"]> = Extract<
  ConversationItem,
  { readonly role: Role }
>;

/** The answer of an interceptor that adds items to the conversation (F11, T18). Hooks of recipes cannot give it. */
export interface ContinueWith {
  readonly kind: "continue-with";
  readonly items: readonly ConversationItem[];
}
