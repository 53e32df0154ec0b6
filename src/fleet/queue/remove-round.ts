import type { Queue } from "bullmq";
import { isRecord } from "../../shared/is-record.ts";
import type { QueueServer } from "./open-server.ts";
import { resultsQueueOf } from "./queued-job.ts";
import type { QueuedRound } from "./round-id.ts";

/** The states of jobs that no worker has. One that has a job ends it, and nobody takes the result. */
const LEFT = ["waiting", "prioritized", "delayed", "failed", "completed"] as const;

/** Jobs are read in lists of this length. */
const AT_ONCE = 500;

/** Removes what is left of a round that no coordinator goes on with. Returns the number of its jobs. */
export async function removeRound(
  { kit, jobs: own, insist }: Pick<QueueServer, "kit" | "jobs" | "insist">,
  { id, queue }: QueuedRound,
): Promise<number> {
  const open = (name: string) => {
    const queue = new kit.classes.Queue(name, { connection: kit.connection });
    queue.on("error", () => {}); // The watch of the server tells of a connection that is gone.
    return queue;
  };
  const results = open(resultsQueueOf(id));
  const jobs = queue === own.name ? own : open(queue); // The fleet file may have changed since.
  try {
    const ids = await insist(() => jobsOf(jobs, id));
    const removed = await Promise.all(ids.map((each) => jobs.remove(each).catch(() => 0)));
    await insist(() => results.obliterate({ force: true }));
    return removed.filter((count) => count > 0).length;
  } finally {
    await results.close();
    if (jobs !== own) await jobs.close();
  }
}

/** Jobs of other rounds are those of other coordinators. */
async function jobsOf(jobs: Pick<Queue, "getJobs">, round: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (let at = 0; ; at += AT_ONCE) {
    const list = await jobs.getJobs([...LEFT], at, at + AT_ONCE - 1);
    if (list.length === 0) return [...found];
    for (const job of list) {
      const data: unknown = job?.data; // One that was removed meanwhile is undefined.
      if (isRecord(data) && data.round === round && job?.id !== undefined) found.add(job.id);
    }
  }
}
