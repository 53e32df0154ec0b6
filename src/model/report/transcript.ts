import { z } from "zod";
import { conversationItemSchema } from "../conversation.ts";

const count = z.int().min(0);

/** The outcome of one reference of a prompt, or of one entry of `attach` (F1–F10). */
const fileRefSchema = z.strictObject({
  token: z.string().describe("As written, with its `@`; the path itself for `attach`"),
  source: z.enum(["prompt", "attach"]),
  path: z.string().describe("Relative to the root; its real name if it was found"),
  outcome: z
    .enum(["file", "dir", "text", "out-of-scope", "withheld", "not-found", "binary", "unreadable"])
    .describe("text: it has the form of a package's name, and no such file is in scope (F17)"),
  bytes: count.optional().describe("Of the whole file"),
  bytesSent: count.optional().describe("Of its text, without the line about the cut"),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe("Of the bytes that were sent"),
  message: z.string().optional().describe("The reason why it was not attached"),
});

/** One reference and its outcome. */
export type FileRefEntry = Readonly<z.infer<typeof fileRefSchema>>;

/** One call of the model. */
const turnSchema = z.strictObject({
  turn: z.int().min(1),
  choice: z
    .string()
    .optional()
    .describe("The tool choice that was forced; absent if the model was free"),
  calls: count.describe("Tool calls that it made"),
  attempts: z.int().min(1).describe("Requests, of which the failed ones are repeated"),
  inputTokens: count.optional().describe("Absent if the provider does not report it"),
  outputTokens: count.optional(),
});

/** One call of the model and its cost. */
export type TurnReport = Readonly<z.infer<typeof turnSchema>>;

/** The outcomes of a conversation. */
const CONVERSATION_OUTCOMES = [
  /** The conversation was built for no model. */
  "built",
  /** The model had nothing more to do. */
  "done",
  /** Turns, tokens or time were used up. */
  "limit",
  /** A hook cancelled the prompt: nothing entered the history (F11). */
  "cancelled",
  /** The model cannot be asked, or breaks a requirement. */
  "failed",
  /** The run was stopped. */
  "stopped",
] as const;

/** The conversation of one prompt step, as it is in the report. */
export const transcriptSchema = z.strictObject({
  recipe: z.string(),
  step: z.string(),
  model: z.string().describe("provider/name; `none` if no model is asked"),
  outcome: z.enum(CONVERSATION_OUTCOMES),
  vacuous: z
    .boolean()
    .optional()
    .describe("The model said that it is done, and none of its changes was applied or held"),
  items: z.array(conversationItemSchema),
  turns: z.array(turnSchema),
  fileRefs: z.array(fileRefSchema),
  output: z.unknown().optional().describe("The output of a step with `response`"),
});

/** The conversation of one prompt step. */
export type Transcript = Readonly<z.infer<typeof transcriptSchema>>;
