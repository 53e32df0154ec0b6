import { z } from "zod";
import { FACT_ROWS, type Facts, type FactType } from "../action/facts.ts";
import { FILE_MODES } from "../patch/file-mode.ts";
import { actionCheckSchema } from "./check-schema.ts";

export const count = z.int().min(0);
/** A sha256 in hex. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
const verdict = z.enum(["apply", "discard", "hold"]);

const traceEntrySchema = z.strictObject({
  id: z.string(),
  kind: z
    .enum(["guard", "rule", "default", "limit"])
    .describe("limit: the limits of the policy, for an action that would be applied"),
  hit: z.boolean(),
  failed: z
    .string()
    .optional()
    .describe("The condition that failed first, or the limit that is exceeded"),
  found: z
    .union([z.string(), z.number(), z.boolean()])
    .optional()
    .describe("Whatever of the facts decided that condition; of a limit the sum with this action"),
  unknown: z.array(z.string()).optional().describe("Conditions on facts that are not known"),
});

const FACT_VALUES: Readonly<Record<FactType, (most?: number) => z.ZodType>> = {
  string: () => z.string(),
  list: (most) => (most === undefined ? z.array(z.string()) : z.array(z.string()).max(most)),
  number: () => count,
  boolean: () => z.boolean(),
  map: () => z.unknown(),
};

/** The facts of an action, by their rows. */
const factsSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(FACT_ROWS).map(([name, { type, known, most, means }]) => {
      const value = FACT_VALUES[type](most);
      return [name, (known === "always" ? value : value.optional()).describe(means)];
    }),
  ),
) as z.ZodType as z.ZodType<Facts>; // By the columns of the rows.

/** A range of a text, in the words of SARIF. */
const regionSchema = z.strictObject({
  startLine: z.int().min(1),
  startColumn: z.int().min(1),
  endLine: z.int().min(1),
  endColumn: z.int().min(1),
});

/** The changes of an action to one file. */
export const fileSchema = z.strictObject({
  path: z.string(),
  language: z.string(),
  replacements: count,
  superseded: z
    .array(z.strictObject({ op: z.string(), by: z.string(), start: count, end: count }))
    .describe("Replacements that gave way to one of the op `by`; UTF-16 offsets"),
  additions: count,
  deletions: count,
  preHash: sha256Hex.nullable().describe("null for a file that is new"),
  postHash: sha256Hex.nullable().describe("null for a file that is deleted"),
  mode: z
    .enum(FILE_MODES)
    .optional()
    .describe(
      "The mode of git that the file gets; absent if it keeps its own, and for a new one of 100644",
    ),
  regions: z
    .array(z.strictObject({ op: z.string(), before: regionSchema, after: regionSchema }))
    .optional()
    .describe(
      "The place of each replacement before and after the action, as the diff has them; absent in records of earlier versions",
    ),
  isJoint: z
    .literal(true)
    .optional()
    .describe("The hashes are those of one write for many actions of the call in this file"),
  diff: z.string().describe("Unified diff that `git apply` takes"),
});

/** The place of a call in a run. */
export const callFields = {
  recipe: z.string(),
  step: z.string(),
  tool: z.string(),
  callId: z.string(),
  batchId: z.string(),
  callIndex: count,
};

/** One pending action and its outcome. */
export const actionSchema = z.strictObject({
  id: z.string().describe("Digest of what the action does"),
  ...callFields,
  label: z.string(),
  sourceToolName: z
    .string()
    .optional()
    .describe("The tool that queued it, by its own claim; absent in records of earlier versions"),
  verdict: verdict.optional().describe("Absent without a policy"),
  warned: z.literal(true).optional().describe("The policy applies it, and warns (`verdict: warn`)"),
  state: z.enum(["pending", "would-apply", "applied", "discarded", "held", "failed"]),
  reason: z.string().optional(),
  modelReason: z.string().optional().describe("The reason of the model that resolved it"),
  extra: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The data that the model gave beside its reason"),
  ruleId: z.string().optional(),
  trace: z.array(traceEntrySchema),
  facts: factsSchema,
  files: z.array(fileSchema),
  result: z.string().optional(),
  applyError: z
    .string()
    .optional()
    .describe("The error of an apply that failed, if the action is kept as held because of it"),
  checks: z
    .array(actionCheckSchema)
    .optional()
    .describe("The checks of its rule, if it was to be applied"),
  isStale: z.boolean().optional().describe("The files differed from the preview"),
  isWritten: z
    .literal(true)
    .optional()
    .describe("It failed, and its files stay as they are: checks could not take it back"),
});
