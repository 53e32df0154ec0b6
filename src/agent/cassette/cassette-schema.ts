import { z } from "zod";
import { conversationItemSchema } from "../../model/conversation.ts";

/** The version of the form in one object, which earlier versions wrote: another first number is another format. */
export const CASSETTE_FORMAT = "1.0";

/** The version of the form in lines: a header, and one line per turn. */
export const CASSETTE_LINES_FORMAT = "2.0";

/** The mark by which a file is known to be a cassette. */
export const CASSETTE_KIND = "sluice-cassette";

/** Turns of one file, far above those of any run. */
export const MAX_ENTRIES = 10_000;

const count = z.int().min(0);

/** The compared part of a request: not the instructions, and only the names of the tools. */
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

/** A request in the form of a cassette. */
export type RecordedRequest = z.infer<typeof requestSchema>;

const answerSchema = z.strictObject({
  text: z.string(),
  calls: z.array(
    z.strictObject({
      id: z.string().optional().describe("Of the provider; absent in older recordings"),
      tool: z.string(),
      params: z.unknown(),
      fault: z.string().optional(),
    }),
  ),
  inputTokens: count.optional(),
  outputTokens: count.optional(),
  attempts: z.int().min(1).optional(),
  isCut: z.boolean().optional(),
  ignored: z
    .array(z.string())
    .optional()
    .describe("What the provider ignored; absent in older recordings"),
});

const errorSchema = z.strictObject({
  fault: z.enum(["unavailable", "rate-limited", "choice-refused", "refused"]),
  message: z.string(),
});

/** One turn; in the form in lines, one line. */
export const entrySchema = z.strictObject({
  recipe: z.string(),
  step: z.string(),
  turn: z.int().min(1).describe("Counted within the step, from 1"),
  request: requestSchema,
  answer: answerSchema.optional(),
  error: errorSchema.optional().describe("In place of an answer"),
});

/** One turn of a step: the request, and its answer or error. */
export type CassetteEntry = z.infer<typeof entrySchema>;

/** The first line of the form in lines. */
export const headerSchema = z.strictObject({
  kind: z.literal(CASSETTE_KIND),
  formatVersion: z.literal(CASSETTE_LINES_FORMAT),
});

/** The form in one object. */
export const cassetteSchema = z.strictObject({
  kind: z.literal(CASSETTE_KIND),
  formatVersion: z.literal(CASSETTE_FORMAT),
  entries: z.array(entrySchema).max(MAX_ENTRIES).describe("In the order in which they were asked"),
});
