import type { Job } from "bullmq";
import type { JobResult, RunFleetJob } from "../../model/fleet/fleet-job.ts";
import type { DigestOf } from "../job/job-digest.ts";
import type { BullMq } from "./load-bullmq.ts";
import { packResult } from "./packed-result.ts";
import { jobIdOf, type QueuedResult, queuedJobSchema } from "./queued-job.ts";

/** The parts of a job of BullMQ that a worker uses. */
export type TakenJob = Pick<
  Job,
  "id" | "data" | "opts" | "attemptsMade" | "updateProgress" | "moveToWait"
>;

/** The surroundings of a job on a worker. */
export interface WorkContext {
  readonly errors: Pick<BullMq, "UnrecoverableError" | "WaitingError">;
  /** Of the fleet of this worker. */
  readonly digestOf: DigestOf;
  readonly run: RunFleetJob;
  /** Sends a result to the round that waits for it; one that was sent before is left alone. */
  readonly send: (round: string, result: QueuedResult) => Promise<void>;
  /** Fires when the worker ends. */
  readonly ended: AbortSignal;
}

/** The reasons of failures that another attempt may not have: of networks and servers. */
const PASSING: readonly string[] = ["cannot-clone", "timeout"];

/**
 * Does a job that was taken from a queue, and sends its result. The job is a stranger's. Throws if it is to be begun
 * again: BullMQ waits, counts the attempts, and keeps the message.
 */
export async function doQueuedJob(
  taken: TakenJob,
  token: string,
  { errors, digestOf, run, send, ended }: WorkContext,
): Promise<void> {
  const parsed = queuedJobSchema().safeParse(taken.data);
  if (!parsed.success || taken.id !== jobIdOf(parsed.data))
    throw new errors.UnrecoverableError("It is no job of this fleet.");
  const { round, job } = parsed.data;
  if (job.fleet !== digestOf(job.repository))
    throw new errors.UnrecoverableError("It is no job of this fleet.");
  let result: JobResult;
  try {
    // Progress is for people: a server that does not take it is no fault of the job.
    const tell = (state: string, commit?: string) =>
      void taken.updateProgress({ state, commit }).catch(() => {});
    result = await run(job, tell, ended);
  } catch (error) {
    if (!ended.aborted) throw error;
    await taken.moveToWait(token); // Another worker begins it; no attempt is counted.
    throw new errors.WaitingError();
  }
  const isLast = taken.attemptsMade + 1 >= (taken.opts.attempts ?? 1);
  const { reason } = result;
  if (reason !== undefined && !isLast && PASSING.includes(reason.code))
    throw new Error(reason.message);
  await send(round, { id: taken.id, packed: await packResult(result) });
}
