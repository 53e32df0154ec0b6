import { z } from "zod";
import type { Fleet } from "../../model/fleet/fleet.ts";
import { fleetJobSchema } from "../../model/fleet/fleet-job.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { once } from "../../shared/once.ts";
import { sha256 } from "../../shared/sha256.ts";
import { jobDigest } from "../job/job-digest.ts";

const ID = /^[0-9a-f]{64}$/;

/** The data of a job on a queue: a stranger's until it is checked. It has no secret. */
export const queuedJobSchema = once(() =>
  z.strictObject({
    version: z.literal(1),
    /** The id of the round that waits for the result. */
    round: z.string().regex(ID),
    job: fleetJobSchema,
  }),
);

export type QueuedJob = z.infer<ReturnType<typeof queuedJobSchema>>;

/** The data of a result on a queue: a stranger's until it is checked. */
export const queuedResultSchema = once(() =>
  z.strictObject({ id: z.string().regex(/^j[0-9a-f]{64}$/), packed: z.string() }),
);

export type QueuedResult = z.infer<ReturnType<typeof queuedResultSchema>>;

/**
 * Returns the name of the queue of a fleet, of all that its file says and the digest of what it names: workers with
 * another fleet file or another Sluice never see its jobs. Folders differ from machine to machine, and do not count.
 */
export function jobsQueueOf(
  digest: string,
  { name, entries }: Pick<Fleet, "name" | "entries">,
): string {
  const all = entries.map((entry) =>
    entry.kind === "forge" ? entry : jobDigest(digest, entry.repository),
  );
  return `sluice-fleet-${sha256(canonicalJson([digest, name, all])).slice(0, 32)}`;
}

/** Returns the name of the queue on which a round waits for results. */
export function resultsQueueOf(round: string): string {
  return `sluice-results-${round.slice(0, 32)}`;
}

/** Returns the id of a job: the same for the same round, so that a job that is added twice is there once. */
export function jobIdOf({ round, job }: QueuedJob): string {
  return `j${sha256(JSON.stringify([round, job.fleet, job.repository]))}`; // The server takes no id that is a number.
}
