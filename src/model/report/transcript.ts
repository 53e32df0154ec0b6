import { z } from "zod";
import { conversationItemSchema } from "../conversation.ts";

const count = z.int().min(0);

/** What one reference of a prompt, or one entry of `attach`, came to (F1–F10). */
const fileRefSchema = z.strictObject({
  token: z.string().describe("As written, with its `@`; the path itself for `attach`"),
  source: z.enum(["prompt", "attach"]),
  path: z.string().describe("Relative to the root; its real name where it was found"),
  outcome: z
    .enum(["file", "dir", "text", "out-of-scope", "not-found", "binary", "unreadable"])
    .describe("text: it has the form of a package's name, and no such file is in scope (F17)"),
  bytes: count.optional().describe("Of the whole file"),
  bytesSent: count.optional().describe("Of its text, without the marker that says it was cut"),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe("Of the bytes that were sent"),
  message: z.string().optional().describe("Why it was not attached"),
});

/** One reference and what it came to. */
export type FileRefEntry = Readonly<z.infer<typeof fileRefSchema>>;

/** One call of the model. */
const turnSchema = z.strictObject({
  turn: z.int().min(1),
  choice: z.string().optional().describe("What the model was made to do; absent where it was free"),
  calls: count.describe("Tool calls that it made"),
  attempts: z.int().min(1).describe("How often it was asked, because of failures on the way"),
  inputTokens: count.optional().describe("Absent where the provider does not tell"),
  outputTokens: count.optional(),
});

/** One call of the model and what it cost. */
export type TurnReport = Readonly<z.infer<typeof turnSchema>>;

/** How a conversation ended. */
const CONVERSATION_OUTCOMES = [
  /** No model was to be asked: the conversation was built. */
  "built",
  /** The model had nothing more to do. */
  "done",
  /** Turns, tokens or time were used up. */
  "limit",
  /** A hook said no to the prompt: nothing entered the history (F11). */
  "cancelled",
  /** The model cannot be asked, or does not do what it has to. */
  "failed",
  /** The run was stopped. */
  "stopped",
] as const;

/** The conversation of one prompt step, as it is in the report. */
export const transcriptSchema = z.strictObject({
  recipe: z.string(),
  step: z.string(),
  model: z.string().describe("provider/name; `none` where no model is asked"),
  outcome: z.enum(CONVERSATION_OUTCOMES),
  vacuous: z
    .boolean()
    .optional()
    .describe("The model said that it is done, and nothing of it was applied or held"),
  items: z.array(conversationItemSchema),
  turns: z.array(turnSchema),
  fileRefs: z.array(fileRefSchema),
  output: z.unknown().optional().describe("What a step with `response` came to"),
});

/** The conversation of one prompt step. */
export type Transcript = Readonly<z.infer<typeof transcriptSchema>>;
