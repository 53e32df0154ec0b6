import { z } from "zod";

/** What a system item is there for; a person's own text has none. */
const SYSTEM_TAGS = [
  /** `[File: <path>]` and what stands in it (F1). */
  "file",
  /** `[Dir: <path>]` and what lies in it (F7). */
  "dir",
  /** A preview waits for `resolve` (R22). */
  "resolve-reminder",
  /** How a preview ended, and why. */
  "decision",
  /** The answer is not of the shape that was asked for, or is not there yet. */
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
    callId: z.string().describe("Of Sluice: the same as in `calls` and `actions`"),
    tool: z.string(),
    params: z.unknown().describe("As the model wrote them; a text where that is no JSON"),
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
