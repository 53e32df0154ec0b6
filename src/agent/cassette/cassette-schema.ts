import { z } from "zod";
import { conversationItemSchema } from "../../model/conversation.ts";

/** The version of the format: another first number is another format. */
export const CASSETTE_FORMAT = "1.0";

/** How a file says what it is. */
export const CASSETTE_KIND = "sluice-cassette";

/** Turns of one file: far above what any run has. */
const MAX_ENTRIES = 10_000;

const count = z.int().min(0);

/** What was asked, as far as it is compared: not the instructions, and of the tools only their names. */
const requestSchema = z.strictObject({
  model: z.string(),
  toolChoice: z
    .union([
      z.enum(["auto", "none", "required"]),
      z.strictObject({ type: z.literal("tool"), name: z.string() }),
    ])
    .optional(),
  tools: z.array(z.string()),
  maxOutputTokens: z.int().min(1).optional(),
  items: z.array(conversationItemSchema).describe("Those that came since the turn before"),
});

/** A request as a cassette has it. */
export type RecordedRequest = z.infer<typeof requestSchema>;

const answerSchema = z.strictObject({
  text: z.string(),
  calls: z.array(
    z.strictObject({ tool: z.string(), params: z.unknown(), fault: z.string().optional() }),
  ),
  inputTokens: count.optional(),
  outputTokens: count.optional(),
  attempts: z.int().min(1).optional(),
  isCut: z.boolean().optional(),
});

const errorSchema = z.strictObject({
  fault: z.enum(["unavailable", "rate-limited", "choice-refused", "refused"]),
  message: z.string(),
});

const entrySchema = z.strictObject({
  recipe: z.string(),
  step: z.string(),
  turn: z.int().min(1).describe("Counted within the step, from 1"),
  request: requestSchema,
  answer: answerSchema.optional(),
  error: errorSchema.optional().describe("In place of an answer"),
});

/** One turn of a step: what was asked, and what came of it. */
export type CassetteEntry = z.infer<typeof entrySchema>;

/** What `--record` writes and `--replay` reads. */
export const cassetteSchema = z.strictObject({
  kind: z.literal(CASSETTE_KIND),
  formatVersion: z.literal(CASSETTE_FORMAT),
  entries: z.array(entrySchema).max(MAX_ENTRIES).describe("In the order in which they were asked"),
});
