import { z } from "zod";
import { fleetJobSchema } from "../../model/fleet/fleet-job.ts";
import { once } from "../../shared/once.ts";
import { sha256 } from "../../shared/sha256.ts";

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

/** Returns the name of the queue of a fleet: workers with another fleet file or another Sluice never see its jobs. */
export function jobsQueueOf(fleet: string): string {
  return `sluice-fleet-${fleet.slice(0, 32)}`;
}

/** Returns the name of the queue on which a round waits for results. */
export function resultsQueueOf(round: string): string {
  return `sluice-results-${round.slice(0, 32)}`;
}

/** Returns the id of a job: the same for the same round, so that a job that is added twice is there once. */
export function jobIdOf({ round, job }: QueuedJob): string {
  return `j${sha256(JSON.stringify([round, job.fleet, job.repository]))}`; // The server takes no id that is a number.
}
