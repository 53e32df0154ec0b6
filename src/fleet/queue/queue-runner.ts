import { setTimeout as sleep } from "node:timers/promises";
import type { JobsOptions, QueueEvents, Worker } from "bullmq";
import type { FleetJob, RunFleetJob } from "../../model/fleet/fleet-job.ts";
import { closeAll, type QueueServer } from "./open-server.ts";
import { OverJobs } from "./over-jobs.ts";
import type { QueueTimes } from "./queue-times.ts";
import { resultsQueueOf } from "./queued-job.ts";
import { WaitingJobs } from "./waiting-jobs.ts";
import { WorkerWatch } from "./worker-watch.ts";

/** Jobs that workers do. */
export interface QueueRunner {
  /** Puts a job on the queue, and waits for its result. Rejects if it is aborted, or the server is lost. */
  readonly run: RunFleetJob;
  /** Jobs without a result stay on the queue: the same round may ask for them again. */
  close(): Promise<void>;
}

/** Jobs are added, and looked at, in lists of this length. */
const AT_ONCE = 500;

/** Every so many looks, jobs without a result are added again, in case the server has forgotten them. */
const LOOKS_PER_ADDITION = 12;

/** Seconds for which a job is kept that nobody removes, because its coordinator was killed and not resumed. */
const KEPT = 7 * 24 * 60 * 60;

/** A round whose jobs workers do. */
interface WorkedRound {
  /** No other round of any fleet has it. */
  readonly id: string;
  /** Called when no worker has taken a job for long. */
  readonly onAlone: () => void;
}

/** Opens the way to the workers of a fleet for one round. */
export function openQueueRunner(
  server: QueueServer,
  { id: round, onAlone }: WorkedRound,
): QueueRunner {
  const waiting = new WaitingJobs();
  const over = new OverJobs(server);
  const end = async (id: string | undefined) => over.forget(id);
  const endFailed = async (id: string, why: string) => end(waiting.endFailed(id, why));
  const results = openResults(server, round, async (data) => end(await waiting.take(data)));
  const added = openAddition(server, waiting, resultsTaken(server, round));
  const events = openEvents(server, waiting, endFailed);
  const workers = new WorkerWatch(server.times);
  const looks = lookAgain(server, waiting, endFailed, async () => {
    const look = { waiting: waiting.jobs.size, active: await server.jobs.getActiveCount() };
    if (workers.isAlone({ ...look, over: over.count })) onAlone();
  });
  return {
    run(job: FleetJob, tell, signal) {
      const ended = AbortSignal.any([signal, server.lost]);
      const { id, result } = waiting.wait({ version: 1, round, job }, tell, ended);
      added.add(id);
      return result;
    },
    async close() {
      clearInterval(looks);
      await over.forgetRest();
      await closeAll([results, events], server.lost);
    },
  };
}

type EndFailed = (id: string, why: string) => Promise<void>;

/** Resolves once all results that came before this coordinator are taken: their jobs need not be added. */
async function resultsTaken(
  { kit, insist, times, lost }: QueueServer,
  round: string,
): Promise<void> {
  const queue = new kit.classes.Queue(resultsQueueOf(round), { connection: kit.connection });
  queue.on("error", () => {}); // The watch of the server tells of a connection that is gone.
  try {
    while ((await insist(() => queue.getJobCountByTypes("waiting", "active"))) > 0)
      await sleep(times.retry);
  } finally {
    await closeAll([queue], lost);
  }
}

/** Adds jobs in lists, after the results that are there already. */
function openAddition(server: QueueServer, waiting: WaitingJobs, isReady: Promise<void>) {
  let names: string[] = [];
  const flush = async () => {
    const list = names;
    names = [];
    await isReady;
    await Promise.all(list.map((id) => waiting.takeEarly(id)));
    // What is left of an earlier attempt would hide the new one. A job that a worker does stays.
    await addJobs(server, waiting, list, (id) => server.jobs.remove(id).catch(() => {}));
  };
  return {
    add(id: string) {
      if (names.length === 0)
        setImmediate(() => flush().catch((error: unknown) => waiting.failAll(error)));
      names.push(id);
    },
  };
}

/** Adds those of the jobs that are still waited for; one that is there already is left alone by the server. */
async function addJobs(
  { jobs, insist, times }: QueueServer,
  waiting: WaitingJobs,
  ids: readonly string[],
  clear: (id: string) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const list = ids.slice(at, at + AT_ONCE).flatMap((id) => {
      const queued = waiting.jobs.get(id)?.queued; // Undefined: its result came meanwhile.
      return queued === undefined
        ? []
        : [{ name: "repository", data: queued, opts: { jobId: id, ...optionsOf(times) } }];
    });
    if (list.length === 0) continue;
    await Promise.all(list.map(({ opts }) => clear(opts.jobId)));
    await insist(() => jobs.addBulk(list));
  }
}

function optionsOf({ attempts, backoff }: QueueTimes): JobsOptions {
  return {
    attempts,
    backoff: { type: "exponential", delay: backoff },
    // A job stays until its result was taken: otherwise adding it again would begin it again.
    removeOnComplete: { age: KEPT },
    removeOnFail: { age: KEPT },
  };
}

function openResults(
  { kit, times }: QueueServer,
  round: string,
  take: (data: unknown) => Promise<void>,
): Worker {
  const { lock, stalled, retry } = times;
  const worker = new kit.classes.Worker(resultsQueueOf(round), ({ data }) => take(data), {
    ...{ connection: kit.connection, concurrency: 1, drainDelay: 5 },
    ...{ lockDuration: lock, stalledInterval: stalled, runRetryDelay: retry },
  });
  worker.on("error", () => {}); // The watch of the server tells of a connection that is gone.
  return worker;
}

function openEvents(
  { kit, jobs }: QueueServer,
  waiting: WaitingJobs,
  endFailed: EndFailed,
): QueueEvents {
  const events = new kit.classes.QueueEvents(jobs.name, { connection: kit.connection });
  events.on("error", () => {}); // As above; what is missed meanwhile is looked for.
  events.on("progress", ({ jobId, data }) => waiting.tellProgress(jobId, data));
  events.on("failed", ({ jobId, failedReason }) => void endFailed(jobId, failedReason));
  return events;
}

/** Looks for what no event told: while a server is gone, and when it comes back without its memory. */
function lookAgain(
  server: QueueServer,
  waiting: WaitingJobs,
  endFailed: EndFailed,
  lookForWorkers: () => Promise<void>,
): NodeJS.Timeout {
  let looks = 0;
  const look = async () => {
    await lookForWorkers();
    for (let at = 0; ; at += AT_ONCE) {
      const failed = await server.jobs.getFailed(at, at + AT_ONCE - 1);
      for (const { id = "", failedReason } of failed) await endFailed(id, failedReason);
      if (failed.length < AT_ONCE) break;
    }
    looks += 1;
    if (looks % LOOKS_PER_ADDITION === 0)
      await addJobs(server, waiting, [...waiting.jobs.keys()], (id) => clearDone(server, id));
  };
  return setInterval(() => void look().catch(() => {}), server.times.poll); // The next look is the same one.
}

/** Removes a job that is done, and whose result got lost. */
async function clearDone({ jobs }: QueueServer, id: string): Promise<void> {
  if ((await jobs.getJobState(id)) === "completed") await jobs.remove(id);
}
