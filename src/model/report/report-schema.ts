import { z } from "zod";
import { RUN_COMMANDS } from "../run-kind.ts";
import { OUTPUT_CAP } from "../tool.ts";
import { sourceSchema, trustSchema } from "./source-schema.ts";
import { transcriptSchema } from "./transcript.ts";

/**
 * The report (DESIGN.md, "Report"), from which both the type and the published JSON schema come.
 * Keys keep their meaning while `formatVersion` keeps its major number. Paths are relative to the
 * root, with `/`. Everything but `run` depends only on the tree and the request.
 */

const count = z.int().min(0);
/** A sha256 in hex. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
const verdict = z.enum(["apply", "discard", "hold"]);

const traceEntrySchema = z.strictObject({
  id: z.string(),
  kind: z.enum(["guard", "rule", "default"]),
  hit: z.boolean(),
  failed: z.string().optional().describe("The condition that failed first"),
  unknown: z.array(z.string()).optional().describe("Conditions on facts that are not known"),
});

const factsSchema = z.strictObject({
  recipe: z.string(),
  step: z.string(),
  tool: z.string(),
  label: z.string(),
  files: z.array(z.string()).describe("For a custom tool, the files that it names"),
  fileCount: count,
  conflicts: z.array(z.string()).describe("Ids of actions whose edits overlap with this one's"),
  // Absent for a custom tool, because its changes are not known.
  newFiles: z.array(z.string()).optional(),
  replacements: count.optional(),
  additions: count.optional(),
  deletions: count.optional(),
  languages: z.array(z.string()).optional(),
  idempotent: z.boolean().optional(),
  newSyntaxErrors: z.boolean().optional(),
  commentsOnly: z.boolean().optional(),
  parseErrors: count.optional(),
  limitReached: z.boolean().optional(),
  dirtyFiles: z
    .array(z.string())
    .optional()
    .describe("Files that were not committed when the run started; absent outside of git"),
  runFiles: z
    .array(z.string())
    .optional()
    .describe("Files that configure this run: its policy, recipes, rules, inputs and code"),
  packageScripts: z
    .array(z.string())
    .optional()
    .describe("Each package.json in which scripts or dependencies change, or may change"),
  fromModel: z.boolean(),
  untrusted: z.boolean().describe("Something untrusted had a part in it"),
  details: z.unknown().optional().describe("Details that a custom tool gives of its action"),
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
  postHash: sha256Hex,
  isJoint: z
    .literal(true)
    .optional()
    .describe("The hashes are those of one write for many actions of the call in this file"),
  diff: z.string().describe("Unified diff that `git apply` takes"),
});

/** One pending action and its outcome. */
export const actionSchema = z.strictObject({
  id: z.string().describe("Digest of what the action does"),
  recipe: z.string(),
  step: z.string(),
  tool: z.string(),
  callId: z.string(),
  batchId: z.string(),
  callIndex: count,
  label: z.string(),
  verdict: verdict.optional().describe("Absent without a policy"),
  state: z.enum(["pending", "would-apply", "applied", "discarded", "held", "failed"]),
  reason: z.string().optional(),
  modelReason: z.string().optional().describe("The reason of the model that resolved it"),
  ruleId: z.string().optional(),
  trace: z.array(traceEntrySchema),
  facts: factsSchema,
  files: z.array(fileSchema),
  result: z.string().optional(),
  isStale: z.boolean().optional().describe("The files differed from the preview"),
});

const callSchema = z.strictObject({
  recipe: z.string(),
  step: z.string(),
  tool: z.string(),
  callId: z.string(),
  batchId: z.string(),
  callIndex: count,
  outcome: z
    .enum(["done", "failed", "denied", "skipped"])
    .describe("denied: by a hook; skipped: its batch was stopped"),
  isError: z.boolean().optional(),
  text: z.string().describe(`The text of the result, at most ${OUTPUT_CAP} bytes`),
});

const totalsSchema = z.strictObject({
  filesSearched: count,
  filesMatched: count,
  filesSkipped: count,
  actions: count,
  pending: count,
  applied: count.describe("Actions that were applied, or would be"),
  discarded: count,
  held: count,
  failed: count,
  replacements: count.describe("Replacements that were applied, or would be"),
  filesChanged: count.describe("Files that were changed, or would be"),
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
  }),
  outcome: z.enum(["ok", "failed", "invalid", "stale", "held", "limit", "fault", "interrupted"]),
  exitCode: z.int().min(0).max(255),
  totals: totalsSchema,
  actions: z.array(actionSchema),
  calls: z.array(callSchema).describe("Calls of tools other than `ast_edit`"),
  skipped: z.array(skippedSchema),
  transcripts: z.array(transcriptSchema).describe("Conversations of prompt steps"),
  alerts: z.array(alertSchema),
  diagnostics: z.array(diagnosticSchema),
  trust: trustSchema.nullable().default(null),
  sources: z.array(sourceSchema).default([]).describe("The files that configured the run"),
});
