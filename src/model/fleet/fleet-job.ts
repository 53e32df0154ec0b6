import { z } from "zod";
import type { DeepReadonly } from "../report/report.ts";
import type { FleetState } from "./fleet-state.ts";

const count = z.int().min(0);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().min(1).max(1024);

/** One repository to work on: plain data without secrets. A worker has the fleet file, which says the rest. */
export const fleetJobSchema = z.strictObject({
  version: z.literal(1),
  fleet: digest.describe(
    "The digest of the fleet and of the entry of the repository: address, ref, paths, inputs",
  ),
  repository: name,
});

export type FleetJob = z.infer<typeof fleetJobSchema>;

const sharesSchema = z.array(
  z.strictObject({
    name: z.string().max(1024),
    actions: count,
    replacements: count,
    files: count,
  }),
);

const summarySchema = z.strictObject({
  actions: count,
  applied: count,
  held: count,
  discarded: count,
  files: count,
  replacements: count,
  additions: count,
  deletions: count,
  byRule: sharesSchema.describe("The rules of the policy that decided the actions"),
  byOwner: sharesSchema.describe("Owners by CODEOWNERS; a file of several counts for each"),
});

/** The counts of a plan. Applied: what the plan would write. */
export type FleetSummary = DeepReadonly<z.infer<typeof summarySchema>>;

/** The counts of one rule or one owner. */
export type FleetShare = FleetSummary["byRule"][number];

/** The outcome of a job. */
export const jobResultSchema = z.strictObject({
  version: z.literal(1),
  fleet: digest,
  repository: name,
  commit: z
    .string()
    .regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/)
    .nullable()
    .describe("The commit that was looked at; null if it is not known"),
  state: z.enum(["planned", "previewed", "skipped", "failed"]),
  reason: z.strictObject({ code: z.string().max(64), message: z.string().max(2000) }).optional(),
  plan: z.strictObject({ digest, bytes: count }).optional().describe("With `planned` only"),
  planText: z.string().optional().describe("The plan file. Absent once it is kept in a file"),
  summary: summarySchema.optional(),
  took: z.record(z.string().max(64), count).describe("Milliseconds by part: clone, search, plan"),
});

export type JobResult = DeepReadonly<z.infer<typeof jobResultSchema>>;

/**
 * Does a job, here or on another machine. Tells the states on the way, and with `cloned` the commit. Never rejects for
 * a fault of the repository, but for the end of the round by the signal.
 */
export type RunFleetJob = (
  job: FleetJob,
  tell: (state: FleetState, commit?: string) => void,
  signal: AbortSignal,
) => Promise<JobResult>;
