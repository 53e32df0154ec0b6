import { z } from "zod";
import { INPUT_LIMITS } from "../model/input-limits.ts";
import { actionSchema, fileSchema, sha256Hex } from "../model/report/action-schema.ts";
import { alertSchema, skippedSchema } from "../model/report/report-schema.ts";
import { SHARD_WAYS } from "../model/search/shard.ts";
import { PLAN_FORMAT, PLAN_KIND } from "./plan-format.ts";
import { recordSchema } from "./record/record-schema.ts";

/**
 * A plan file (docs/design/plan.md): previews, decisions and the hashes they rest on, with paths relative to the
 * root. It depends only on the tree and the request, and not on a clock, a run or a folder of a machine.
 */

/** The most actions: far more than a person can review. */
export const MAX_PLAN_ACTIONS = 100_000;

/** The most texts of exported actions. */
const MAX_PLAN_TEXTS = 100_000;

/** The most files of all actions: far more than a person can review. As many as a list of files may have. */
export const MAX_PLAN_FILES = 1_000_000;

const count = z.int().min(0);

const editSchema = z.strictObject({
  op: z.string().describe("Id of the op, unique in its step"),
  start: count.describe("UTF-16 offset into the text that has the hash `preHash`"),
  end: count.describe("Exclusive"),
  text: z.string().describe("The text in its place afterwards"),
});

/** One file of an action of a plan. */
export const plannedFileSchema = fileSchema.extend({
  edits: z.array(editSchema).describe("Sorted by place, never overlapping"),
});

/** One action of a plan. */
export const plannedActionSchema = actionSchema.omit({ isStale: true, isWritten: true }).extend({
  verdict: z.enum(["apply", "discard", "hold"]),
  state: z.enum(["would-apply", "discarded", "held"]),
  reason: z.string(),
  ruleId: z.string(),
  files: z.array(plannedFileSchema),
});

const inputValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number()])),
]);

const plannedRecipeSchema = z.strictObject({
  name: z.string(),
  path: z.string().nullable().describe("null if it is outside of the root"),
  shipped: z.string().nullable().describe("Below the folder of the recipes that ship"),
  git: z
    .string()
    .max(8192)
    .optional()
    .describe("`git:URL@COMMIT:PATH`, if it is in a commit of another repository"),
  sha256: sha256Hex.describe("Of the recipe with its inputs put in and its rule files read"),
  text: z
    .string()
    .max(INPUT_LIMITS.configBytes)
    .optional()
    .describe("The recipe itself, if it is in no file: from standard input or a command line"),
  inputs: z
    .record(z.string(), inputValue)
    .optional()
    .describe("Values of its own, from a project file; those under `inputs` replace them"),
  hasCode: z.boolean().describe("It brings custom tools or hooks"),
  asksModel: z.boolean().describe("A model, or a patch, has a part in what it proposes"),
});

/** A plan without its digest. */
export const planContentSchema = z.strictObject({
  kind: z.literal(PLAN_KIND),
  formatVersion: z.literal(PLAN_FORMAT),
  sluice: z.string().describe("The version of Sluice that made it"),
  base: z.strictObject({
    commit: z
      .string()
      .regex(/^[0-9a-f]{40,64}$/)
      .nullable()
      .describe("HEAD of the root's repository; null if there is none"),
    compared: z
      .string()
      .regex(/^[0-9a-f]{40,64}$/)
      .optional()
      .describe("The commit that steps compared their findings with (`notMoreThan: base`)"),
    since: z
      .string()
      .regex(/^[0-9a-f]{40,64}$/)
      .optional()
      .describe(
        "The commit since which lines counted as changed: of --since, or HEAD with --staged --changed-lines",
      ),
    changedLines: z
      .literal(true)
      .optional()
      .describe("Of edits by patterns only those of changed lines count, with --changed-lines"),
    files: z
      .array(z.string())
      .max(MAX_PLAN_FILES)
      .optional()
      .describe("The files that the plan is about, if it is not about all"),
  }),
  recipes: z.array(plannedRecipeSchema),
  policy: z.strictObject({
    builtIn: z.string().nullable(),
    path: z.string().nullable().describe("null if it is built in, or outside of the root"),
    sha256: sha256Hex.describe("Of the policy with its defaults put in"),
  }),
  inputs: z.strictObject({
    values: z.record(z.string(), inputValue).describe("As the caller gave them"),
    sha256: sha256Hex,
  }),
  shard: z.strictObject({
    index: z.int().min(1),
    total: z.int().min(1),
    by: z
      .enum(SHARD_WAYS)
      .optional()
      .describe("The way in which the files were dealt, if there are several shards"),
    tree: sha256Hex
      .optional()
      .describe("Of all files of the tree, sorted, each followed by a NUL: the same in each shard"),
    files: z
      .array(z.string())
      .max(MAX_PLAN_FILES)
      .optional()
      .describe("The files that this shard got, sorted"),
  }),
  filesSearched: count,
  clock: z.iso
    .datetime({ precision: 3 })
    .optional()
    .describe(
      "The time of the decisions, if the policy has guards or rules with `from` or `until`",
    ),
  order: z
    .literal("stack")
    .optional()
    .describe(
      "The policy decided the actions of a batch from the last that was queued to the first",
    ),
  actions: z.array(plannedActionSchema).max(MAX_PLAN_ACTIONS),
  skipped: z.array(skippedSchema),
  alerts: z.array(alertSchema),
  record: recordSchema
    .optional()
    .describe("Of a shard: what its calls found, for the merge of all shards"),
  texts: z
    .array(z.string())
    .max(MAX_PLAN_TEXTS)
    .optional()
    .describe("Of held actions that were exported: the texts of the files that they rest on"),
});

export const planSchema = planContentSchema.extend({
  digest: sha256Hex.describe("sha256 of the canonical JSON of everything else"),
});
