import { z } from "zod";
import { RUN_COMMANDS } from "../run-kind.ts";
import { OUTPUT_CAP } from "../tool.ts";
import { actionSchema, callFields, count, sha256Hex } from "./action-schema.ts";
import { checkRunSchema } from "./check-schema.ts";
import { decisionSchema } from "./decision-schema.ts";
import { findingSchema, foundSumSchema } from "./finding-schema.ts";
import { pullSchema } from "./pull-schema.ts";
import { selectionSchema } from "./selection-schema.ts";
import { ciSchema, policyInForceSchema, sourceSchema, trustSchema } from "./source-schema.ts";
import { transcriptSchema } from "./transcript.ts";
import { verifiedSchema } from "./verified-schema.ts";
import { stepWhySchema } from "./why-schema.ts";

/** The sum of what is written to a file. */
export const netSchema = z.strictObject({
  additions: count,
  deletions: count,
  preHash: sha256Hex.nullable(),
  postHash: sha256Hex
    .nullable()
    .optional()
    .describe("Absent if it is not known: a held action was applied later"),
  diff: z
    .string()
    .optional()
    .describe(
      "Absent if one action makes the change, whose diff it is; and if the diffs cannot be added up",
    ),
});

/** A file that actions touch: the steps that they belong to, and the sum of what is written. */
const touchedFileSchema = z.strictObject({
  path: z.string(),
  steps: z.array(z.strictObject({ recipe: z.string(), step: z.string() })),
  actions: z.array(z.string()).describe("The ids of all actions that touch it, in order"),
  net: netSchema
    .optional()
    .describe(
      "What all steps write, or would write, without a policy of pending actions; absent if that is nothing",
    ),
});

/** A commit that a run made, or would make. */
const commitSchema = z.strictObject({
  sha: z.string().optional().describe("Absent in a preview or plan, which make no commits"),
  branch: z.string().nullable().describe("null if HEAD is detached, or not known"),
  group: z.string().describe("The unit that the commit is about: a recipe, a rule, an owner"),
  subject: z.string().describe("The first line of its message"),
  actions: z.array(z.string()).describe("The ids of its actions, in the order of application"),
  files: z.array(z.string()).describe("Relative to the root, sorted"),
});

/**
 * The report (docs/design/report.md), from which both the type and the published JSON schema come.
 * Keys keep their meaning while `formatVersion` keeps its major number. Paths are relative to the
 * root, with `/`. Everything but `run` depends only on the tree and the request.
 */

const callSchema = z.strictObject({
  ...callFields,
  outcome: z
    .enum(["done", "failed", "denied", "skipped"])
    .describe("denied: by a hook; skipped: its batch was stopped"),
  isError: z.boolean().optional(),
  text: z.string().describe(`The text of the result, at most ${OUTPUT_CAP} bytes`),
});

const stepSchema = z.strictObject({
  recipe: z.string(),
  step: z.string(),
  outcome: z
    .enum(["done", "failed", "skipped"])
    .describe("skipped: its `when` does not hold; steps that were never reached are absent"),
  when: z.string().optional().describe("The condition of a step that was skipped"),
  found: foundSumSchema.optional().describe("Only of a step `find`: the sums of its findings"),
});

const totalsSchema = z.strictObject({
  filesSearched: count,
  filesMatched: count,
  filesSkipped: count,
  actions: count,
  pending: count,
  applied: count.describe("Actions that were applied, or would be"),
  warned: count.optional().describe("Those of them that a rule warns of; absent if none"),
  discarded: count,
  held: count,
  failed: count,
  replacements: count.describe("Replacements that are in the files, or would be"),
  filesChanged: count.describe(
    "Files that were changed, or would be; not those that are as before in the end",
  ),
  ledger: z
    .strictObject({
      found: count,
      pending: count,
      applied: count,
      superseded: count,
      discarded: count,
      held: count,
      stale: count,
      failed: count,
    })
    .describe("Every replacement that was found ends in exactly one way; found is their sum"),
});

/** A warning for the user. */
export const alertSchema = z.strictObject({
  level: z.enum(["warn", "error"]),
  code: z.string(),
  message: z.string(),
  path: z.string().optional(),
  recipe: z.string().optional(),
  step: z.string().optional(),
});

const diagnosticSchema = z.strictObject({
  code: z.string(),
  severity: z.enum(["error", "warning"]),
  message: z.string(),
  hint: z.string().optional(),
  path: z.string().optional(),
  line: z.int().min(1).optional(),
  column: z.int().min(1).optional(),
  at: z.string().optional().describe("In an object of a program, in place of line and column"),
  frame: z.string().optional(),
  count: z.int().min(1).optional().describe("How many diagnostics it stands for; default: 1"),
});

/** A file that was left alone, and the reason. */
export const skippedSchema = z.strictObject({
  path: z.string(),
  step: z.string(),
  why: z.string(),
  detail: z.string().optional(),
  issues: z
    .array(z.strictObject({ line: z.int(), column: z.int(), message: z.string() }))
    .optional()
    .describe("Places at which the parser found no valid syntax; at most 20"),
});

export const reportSchema = z.strictObject({
  formatVersion: z.literal("1.0"),
  run: z.strictObject({
    id: z.string(),
    command: z.enum(RUN_COMMANDS),
    startedAt: z.iso.datetime(),
    durationMs: z.number().min(0),
    checkDurationsMs: z
      .array(z.number().min(0))
      .optional()
      .describe("Of each run of a check, in the order of `checks`"),
  }),
  outcome: z.enum(["ok", "failed", "invalid", "stale", "held", "limit", "fault", "interrupted"]),
  exitCode: z.int().min(0).max(255),
  totals: totalsSchema,
  actions: z.array(actionSchema),
  files: z
    .array(touchedFileSchema)
    .default([])
    .describe("The files that actions touch, in the order in which the run came to them"),
  findings: z
    .array(findingSchema)
    .optional()
    .describe("Only with a step `find`: its matches, step by step, by path and place"),
  calls: z.array(callSchema).describe("Calls of tools other than `ast_edit`"),
  steps: z.array(stepSchema).default([]).describe("The steps of all recipes, in order"),
  checks: z.array(checkRunSchema).optional().describe("Every run of a check, in order"),
  skipped: z.array(skippedSchema).describe("Files that were left alone"),
  transcripts: z.array(transcriptSchema).describe("Conversations of prompt steps"),
  alerts: z.array(alertSchema),
  diagnostics: z.array(diagnosticSchema),
  ci: ciSchema.optional().describe("The facts of the CI system, if the policy looks at them"),
  selection: selectionSchema
    .optional()
    .describe("What limited the run to some files; absent if it is about all"),
  trust: trustSchema.nullable().default(null),
  policy: policyInForceSchema.nullable().default(null).describe("null if no policy decided"),
  sources: z.array(sourceSchema).default([]).describe("The files that configured the run"),
  commits: z.array(commitSchema).optional().describe("Only with `commits` in the policy"),
  pulls: z.array(pullSchema).optional().describe("Only of `publish`: the pull requests it keeps"),
  decisions: z.array(decisionSchema).optional().describe("Only of `decide`: what people want"),
  verified: verifiedSchema
    .optional()
    .describe("Only of `verify`: the differences of the tree from its base"),
  why: z.array(stepWhySchema).optional().describe("Only with `--why`: what each step found"),
});
