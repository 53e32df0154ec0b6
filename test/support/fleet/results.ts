import type { FleetJob, JobResult } from "../../../src/model/fleet/fleet-job.ts";
import { digestOfInputs } from "../../../src/plan-file/digests.ts";
import { makePlan, planText } from "../../../src/plan-file/plan.ts";
import { sha256 } from "../../../src/shared/sha256.ts";

/** The digest of the fleet of these tests. */
export const FLEET = "f".repeat(64);
/** The queue of these tests. */
export const QUEUE = "sluice-fleet-of-tests";
const COMMIT = "c".repeat(40);

export const jobOf = (repository: string): FleetJob => ({ version: 1, fleet: FLEET, repository });

const RECIPE = {
  ...{ name: "r", path: "r.yaml", shipped: null, sha256: FLEET },
  ...{ hasCode: false, asksModel: false },
};

const PLAN = makePlan({
  sluice: "0.0.0",
  base: { commit: COMMIT },
  recipes: [RECIPE],
  policy: { builtIn: "safe", path: null, sha256: FLEET },
  inputs: { values: {}, sha256: digestOfInputs({}) },
  shard: { index: 1, total: 1 },
  filesSearched: 0,
  actions: [],
  skipped: [],
  alerts: [],
});

const SUMMARY = {
  ...{ actions: 0, applied: 0, held: 0, discarded: 0, files: 0, replacements: 0 },
  ...{ additions: 0, deletions: 0, byRule: [], byOwner: [] },
};

/** The result of a job with a plan. */
export function plannedResult(repository: string): JobResult & Required<Pick<JobResult, "plan">> {
  const text = planText(PLAN);
  const plan = { digest: sha256(text), bytes: Buffer.byteLength(text) };
  const done = { commit: COMMIT, state: "planned", plan, planText: text, took: {} } as const;
  return { ...jobOf(repository), ...done, summary: SUMMARY };
}
