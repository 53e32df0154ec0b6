import type { TransformAnswer, TransformJob } from "./transform-shapes.ts";
import { type ThreadSetting, TransformThread } from "./transform-thread.ts";

/** Files for each thread that is worth its start. */
const FILES_PER_THREAD = 16;

/** The jobs of a call. */
export interface TransformJobs {
  /** The paths, sorted. */
  readonly paths: readonly string[];
  /** Makes the job of a file when its turn comes; undefined if it cannot be read. */
  readonly jobOf: (path: string) => Promise<TransformJob | undefined>;
  readonly onAnswer: (path: string, answer: TransformAnswer) => void;
  /** The most threads. */
  readonly threads: number;
  /** When it fires, the threads are ended, and no job begins. */
  readonly signal: AbortSignal;
}

/** Runs the jobs on threads, each file once, in any order. Ends early if the module cannot be used. */
export async function runJobs(jobs: TransformJobs, setting: ThreadSetting): Promise<void> {
  const { paths, threads, signal } = jobs;
  const count = Math.max(1, Math.min(threads, Math.ceil(paths.length / FILES_PER_THREAD)));
  const lanes = Array.from({ length: count }, () => new TransformThread(setting));
  const closeAll = () => Promise.all(lanes.map((thread) => thread.close()));
  const onAbort = () => void closeAll();
  signal.addEventListener("abort", onAbort);
  const waiting = [...paths];
  const state = { isOver: false };
  try {
    await Promise.all(lanes.map((thread) => runLane(thread, waiting, state, jobs)));
  } finally {
    signal.removeEventListener("abort", onAbort);
    await closeAll();
  }
}

async function runLane(
  thread: TransformThread,
  waiting: string[],
  state: { isOver: boolean },
  { paths, jobOf, onAnswer, signal }: TransformJobs,
): Promise<void> {
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (state.isOver || signal.aborted) return;
    const job = await jobOf(path);
    if (job === undefined) continue;
    const answer = await thread.run(job, paths);
    if (signal.aborted) return;
    if (answer.kind === "unusable") state.isOver = true;
    onAnswer(path, answer);
  }
}
