import { setTimeout as sleep } from "node:timers/promises";
import type { Queue } from "bullmq";
import type { RunFleetJob } from "../../model/fleet/fleet-job.ts";
import type { DigestOf } from "../job/job-digest.ts";
import { doQueuedJob } from "./do-queued-job.ts";
import { closeAll, type QueueServer } from "./open-server.ts";
import { resultsQueueOf } from "./queued-job.ts";

/** The work of one worker. */
export interface QueueWork {
  readonly digestOf: DigestOf;
  readonly run: RunFleetJob;
  /** The number of jobs at the same time. */
  readonly concurrency: number;
  /** Ends as soon as the queue has no job left, also none that another worker has begun. */
  readonly once: boolean;
  /** Fires when the process is to end. */
  readonly interrupted: AbortSignal;
}

/**
 * Does the jobs of a queue until it is interrupted. Returns the number of jobs that were done. Rejects if the server is
 * lost.
 */
export async function workOnQueue(server: QueueServer, work: QueueWork): Promise<number> {
  const { kit, times, jobs, lost } = server;
  const ended = AbortSignal.any([work.interrupted, lost]);
  const results = openResults(server);
  let done = 0;
  const context = { ...work, errors: kit.classes, send: results.send, ended };
  const worker = new kit.classes.Worker(
    jobs.name,
    async (job, token = "") => {
      await doQueuedJob(job, token, context);
      done += 1;
    },
    {
      ...{ connection: kit.connection, concurrency: work.concurrency, drainDelay: 5 },
      ...{ lockDuration: times.lock, stalledInterval: times.stalled, runRetryDelay: times.retry },
      maxStalledCount: times.attempts - 1,
    },
  );
  worker.on("error", () => {}); // The watch of the server tells of a connection that is gone.
  try {
    await (work.once ? untilEmpty(server, ended) : untilFired(ended));
    lost.throwIfAborted();
    return done;
  } finally {
    await closeAll([worker, ...results.queues()], lost);
  }
}

function openResults({ kit, insist }: QueueServer) {
  const queues = new Map<string, Queue>();
  const queueOf = (round: string) => {
    const known = queues.get(round);
    if (known !== undefined) return known;
    const queue = new kit.classes.Queue(resultsQueueOf(round), { connection: kit.connection });
    queue.on("error", () => {}); // As that of the worker.
    queues.set(round, queue);
    return queue;
  };
  return {
    async send(round: string, result: { readonly id: string }) {
      const opts = { jobId: `r${result.id}`, removeOnComplete: true, attempts: 3 };
      await insist(async () => {
        const queue = queueOf(round);
        try {
          await queue.add("result", result, opts);
        } catch (error) {
          // One whose first connection has failed never recovers.
          queues.delete(round);
          void queue.disconnect().catch(() => {});
          throw error;
        }
      });
    },
    queues: () => queues.values(),
  };
}

function untilFired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}

/** Waits until there was a job and none is left; a worker may begin before its coordinator. */
async function untilEmpty({ jobs, insist, times }: QueueServer, ended: AbortSignal): Promise<void> {
  let patience = Math.ceil(times.connect / times.poll);
  while (!ended.aborted && patience > 0) {
    const counts = await insist(() =>
      jobs.getJobCounts("active", "delayed", "prioritized", "waiting"),
    );
    const left = Object.values(counts).reduce((sum, each) => sum + each, 0);
    patience = left > 0 ? 1 : patience - 1;
    if (patience > 0) await sleep(times.poll, undefined, { signal: ended }).catch(() => {});
  }
}
