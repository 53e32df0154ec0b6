import { z } from "zod";
import { LISTED_LOSSES } from "../action/file-losses.ts";
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

/** Places with their code, `src/a.ts:12 \`code\``; of more than ten the last entry is their number. */
const losses = z
  .array(z.string())
  .max(LISTED_LOSSES + 1)
  .optional();

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
  deletedFiles: z.array(z.string()).optional(),
  replacements: count.optional(),
  additions: count.optional(),
  deletions: count.optional(),
  languages: z.array(z.string()).optional(),
  idempotent: z.boolean().optional(),
  newSyntaxErrors: z.boolean().optional(),
  commentsOnly: z.boolean().optional(),
  commentsLost: losses.describe("Comments that the result lacks"),
  tokensLost: losses.describe("Tokens that no pattern names and the result lacks"),
  stringsChanged: losses.describe("Literals whose content is another one"),
  whitespaceOnly: z.boolean().optional(),
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
  touchesChangedLines: z.boolean().optional(),
  owners: z.array(z.string()).optional().describe("Owners of the files by CODEOWNERS"),
  packages: z.array(z.string()).optional().describe("Packages of the files"),
  exportsChanged: z.array(z.string()).optional().describe("Names whose export changes"),
  fromModel: z
    .boolean()
    .optional()
    .describe("A model had a part in it; absent if that is not known of a plan's action"),
  untrusted: z
    .boolean()
    .optional()
    .describe("Something untrusted had a part in it; absent if that is not known"),
  details: z.unknown().optional().describe("Details that a custom tool gives of its action"),
});

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
