import { z } from "zod";
import { RUN_COMMANDS } from "../run-kind.ts";
import { actionSchema, count } from "./action-schema.ts";
import { netSchema, reportSchema } from "./report-schema.ts";

/** One of the two reports that are compared. */
const sideSchema = z.strictObject({
  kind: z.enum(["run", "plan", "report"]),
  name: z.string().describe("The id of the run, or the path of the file"),
  command: z.enum(RUN_COMMANDS),
  startedAt: z.iso.datetime(),
  outcome: reportSchema.shape.outcome,
  exitCode: reportSchema.shape.exitCode,
  totals: reportSchema.shape.totals,
});

/** An action of one of the two reports, in short. */
const comparedActionSchema = z.strictObject({
  id: z.string(),
  recipe: z.string(),
  step: z.string(),
  label: z.string(),
  files: z.array(z.string()),
  line: z.int().min(1).optional().describe("Of its first change, before it; absent if not known"),
  state: actionSchema.shape.state,
  verdict: actionSchema.shape.verdict,
  warned: actionSchema.shape.warned,
  ruleId: z.string().optional(),
  reason: z.string().optional().describe("The reason of the policy, or the error of a failed one"),
});

/** The net change of a file, on one side. */
const comparedNetSchema = netSchema.extend({
  diff: z.string().optional().describe("Absent if the diffs of the actions cannot be added up"),
});

/** The differences between two reports. */
export const comparisonSchema = z.strictObject({
  formatVersion: z.literal("1.0"),
  outcome: z.enum(["same", "different"]),
  exitCode: z.int().min(0).max(255).describe("1 with --check if anything is different"),
  before: sideSchema,
  after: sideSchema,
  counts: z.strictObject({ same: count, new: count, gone: count, changed: count, files: count }),
  moves: z
    .array(z.strictObject({ from: z.string(), to: z.string(), actions: count }))
    .describe("Between which states actions went, such as from `held` to `applied`"),
  new: z.array(comparedActionSchema).describe("Actions that only `after` has"),
  gone: z.array(comparedActionSchema).describe("Actions that only `before` has"),
  changed: z
    .array(
      z.strictObject({
        matchedBy: z
          .enum(["id", "content", "place"])
          .describe(
            "content: the same recipe, step, files and lines; place: the same lines before, or the only one of its step in these files",
          ),
        differs: z.array(z.enum(["state", "verdict", "rule", "reason", "change"])).min(1),
        before: comparedActionSchema,
        after: comparedActionSchema,
      }),
    )
    .describe("Actions that both have, and that ended or were decided differently"),
  files: z
    .array(
      z.strictObject({
        path: z.string(),
        before: comparedNetSchema.optional().describe("Absent if nothing is written"),
        after: comparedNetSchema.optional().describe("Absent if nothing is written"),
      }),
    )
    .describe("Files whose net change is another one, wherever in the file it is; by path"),
});
