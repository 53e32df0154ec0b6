import { z } from "zod";
import { LISTED_LOSSES } from "../action/file-losses.ts";

const count = z.int().min(0);

/** The most ids of actions that the record of one run of a check lists. */
export const LISTED_ACTIONS = 100;

/** The bytes of output that the record of one run of a check keeps. */
export const CHECK_TAIL = 8192;

const PLACES = `Place and rule: at most ${LISTED_LOSSES}, and then the number of the others`;

/** One run of a check. Its duration is under `run`, at the same place. */
export const checkRunSchema = z.strictObject({
  name: z.string(),
  run: z.array(z.string()).describe("The program and its arguments; with a shell, one text"),
  cwd: z.string().describe("Relative to the root; empty for the root itself"),
  outcome: z
    .enum(["passed", "failed", "timeout", "not-started", "stopped"])
    .describe("stopped: the run of Sluice was to end"),
  exitCode: z.int().optional(),
  signal: z.string().optional().describe("The signal that ended it"),
  why: z
    .string()
    .optional()
    .describe("The reason why it could not be started, or what its numbers lack"),
  isBefore: z
    .literal(true)
    .optional()
    .describe("It measured the tree before the actions were written, for a comparison"),
  counted: z
    .strictObject({
      of: z.enum(["lines", "findings"]),
      before: count,
      after: count.optional().describe("Absent before the actions were written"),
    })
    .optional()
    .describe("The numbers that it compares"),
  findingsAdded: z.array(z.string()).optional().describe(PLACES),
  findingsRemoved: z.array(z.string()).optional().describe(PLACES),
  output: z.string().describe(`The last ${CHECK_TAIL} bytes of what it printed`),
  omitted: count.optional().describe("Bytes of output before them"),
  wrote: z.array(z.string()).optional().describe("Files that changed meanwhile"),
  rule: z.string().optional().describe("The rule whose actions it is about; absent for all rules"),
  actions: z
    .array(z.string())
    .describe(
      `Ids of the actions that it is about and that were applied; at most ${LISTED_ACTIONS}`,
    ),
  actionCount: count,
});

/** The outcome of a check for one action. */
export const actionCheckSchema = z.strictObject({
  name: z.string(),
  outcome: z
    .enum(["passed", "failed", "not-run", "would-run"])
    .describe("not-run: the action was taken back before; would-run: in a preview or a plan"),
});
