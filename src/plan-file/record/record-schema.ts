import { z } from "zod";
import { LISTED_LOSSES } from "../../model/action/file-losses.ts";
import { fileSchema, sha256Hex } from "../../model/report/action-schema.ts";
import type { DeepReadonly } from "../../model/report/report.ts";
import { alertSchema, skippedSchema } from "../../model/report/report-schema.ts";
import { LEFTOVER_KINDS } from "../../model/search/leftovers.ts";

/**
 * The record of a shard (docs/design/merge.md): what its calls found, so that a merge of all shards need not search.
 * What the actions of the plan say already is not said again.
 */

/** As many as a plan has files. */
const MOST_FILES = 1_000_000;

/** The most calls of all recipes of a run. */
const MOST_CALLS = 10_000;

const count = z.int().min(0);

const listed = <Place extends z.ZodType>(one: Place) =>
  z.array(one).max(LISTED_LOSSES).describe("The first of them");

const line = z.int().min(1).describe("From 1");
const code = z.string().describe("The first line of the code");

const place = z.strictObject({ line, text: code });

const places = count.describe("The number of places");

const lostCode = z.strictObject({ count: places, first: listed(place) });

const newErrors = z.strictObject({
  count: places,
  first: listed(z.strictObject({ line, column: line, text: code })),
});

const leftovers = z.array(
  z.strictObject({
    opId: z.string().describe("Id of the op"),
    like: z.string().describe("Its pattern"),
    kind: z.enum(LEFTOVER_KINDS).describe("Why they are left"),
    count: places,
    first: z.array(place).describe("The first of them"),
  }),
);

/** The change of a file as it was previewed, if its action has written another: others came before it. */
const previewSchema = fileSchema
  .pick({ preHash: true, postHash: true, additions: true, deletions: true, diff: true })
  .extend({
    superseded: fileSchema.shape.superseded,
    regions: z.array(fileSchema.shape.regions.unwrap().element.pick({ before: true, after: true })),
    edits: z.array(z.strictObject({ op: z.string(), start: count, end: count, text: z.string() })),
  });

/** The facts of one change that its action does not say; null if unknown, absent for the usual value. */
const recordedChangeSchema = z.strictObject({
  bytes: count.describe("The size of the file before or after the change: the larger one"),
  isIdempotent: z.boolean().nullable().optional(),
  addsSyntaxErrors: z.boolean().nullable().optional(),
  newErrors: newErrors.optional(),
  gluesWords: z.literal(true).optional(),
  isCommentsOnly: z.boolean().nullable().optional(),
  losses: z
    .strictObject({ comments: lostCode, tokens: lostCode, strings: lostCode })
    .nullable()
    .optional(),
  regrouped: lostCode.nullable().optional(),
  importsLeftOut: lostCode.nullable().optional(),
  leftovers: leftovers.nullable().optional(),
  names: z
    .strictObject({ unbound: lostCode, captured: lostCode, duplicate: lostCode, unused: lostCode })
    .nullable()
    .optional(),
  unresolvedNames: lostCode.nullable().optional(),
  isWhitespaceOnly: z.boolean().nullable().optional(),
  exportsChanged: z.array(z.string()).nullable().optional(),
  changesPackage: z.literal(true).optional(),
  preview: previewSchema.optional().describe("Absent if the action has written what was previewed"),
});

const skipFields = {
  why: z.string(),
  detail: z.string().optional(),
  issues: skippedSchema.shape.issues,
};

/** The outcome of a file that its changes alone do not tell. */
const recordedOutcomeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("no-match"), path: z.string(), leftovers }),
  z.strictObject({ kind: z.literal("unusable"), path: z.string(), ...skipFields }),
  z.strictObject({
    kind: z.literal("skipped"),
    path: z.string(),
    ...skipFields,
    perhapsValid: sha256Hex.optional(),
    leftovers: leftovers.optional(),
  }),
  z.strictObject({
    kind: z.literal("planned"),
    path: z.string(),
    alerts: z.array(alertSchema.omit({ recipe: true, step: true })),
    leftovers: leftovers.optional(),
  }),
]);

const recordedCallSchema = z.strictObject({
  recipe: z.string(),
  step: z.string().describe("The id of the call"),
  actions: z.array(z.string()).describe("Ids of the actions that it queued, in this order"),
  changes: z
    .array(recordedChangeSchema)
    .max(MOST_FILES)
    .describe("The changes of these actions, in their order"),
  outcomes: z.array(recordedOutcomeSchema).max(MOST_FILES),
  texts: z
    .array(z.strictObject({ path: z.string(), hash: sha256Hex }))
    .max(MOST_FILES)
    .describe("The searched files that earlier actions of the shard had changed, as they were"),
  left: z
    .array(z.string())
    .max(MOST_FILES)
    .describe("Files that were not searched, because earlier actions on them were not applied"),
  valid: z.array(z.string()).describe("Files with syntax errors that are valid code"),
});

export const recordSchema = z.strictObject({
  ignored: z.array(z.string()).max(MOST_FILES).describe("Paths of the tree that git ignores"),
  unlisted: z.array(z.string()).describe("Folders that the system does not list"),
  calls: z.array(recordedCallSchema).max(MOST_CALLS).describe("In the order in which they ran"),
});

/** The record of a shard. */
export type ShardRecord = DeepReadonly<z.infer<typeof recordSchema>>;

/** What one call of a shard has found. */
export type RecordedCall = ShardRecord["calls"][number];
export type RecordedChange = RecordedCall["changes"][number];
export type RecordedOutcome = RecordedCall["outcomes"][number];
