import { z } from "zod";
import { SEVERITIES } from "../recipe/rule-words.ts";

const [position, count] = [z.int().min(1), z.int().min(0)];

/** One match of a step that tells of its matches. */
export const findingSchema = z.strictObject({
  recipe: z.string(),
  step: z.string(),
  rule: z
    .string()
    .optional()
    .describe("The id of the rule of a rule file; absent for the search of the step itself"),
  severity: z.enum(SEVERITIES),
  message: z.string().optional(),
  note: z.string().optional(),
  path: z.string(),
  startLine: position,
  startColumn: position,
  endLine: position,
  endColumn: position.describe("Exclusive"),
  bytes: z
    .strictObject({ start: position, end: position })
    .describe("The columns as counts of UTF-8 bytes"),
  text: z.string().describe("The first line of the match, cut if it is very long"),
  fingerprint: z
    .string()
    .describe("Without line numbers, unique in a report: equal ones differ by their order"),
  isNew: z
    .literal(true)
    .optional()
    .describe("It is not at the base; only of a step that compares with it (`notMoreThan: base`)"),
});

/** The sums of the findings of a step. */
export const foundSumSchema = z.strictObject({
  total: count,
  files: count,
  errors: count,
  warnings: count,
  infos: count,
  hints: count,
  base: z
    .strictObject({
      commit: z.string(),
      total: count.describe("What the same step finds there; in a run over some files, in these"),
    })
    .optional()
    .describe("Only with `notMoreThan: base`"),
});
