import { setTimeout as sleep } from "node:timers/promises";
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

/** The time between two looks at the progress of the first thread; milliseconds. */
const LOOK = 25;

/** The looks after which the others start although the first has not answered yet: its module takes long to load. */
const PATIENCE = 16;

/** Runs the jobs on threads, each file once, in any order. Ends early if the module cannot be used. */
export async function runJobs(jobs: TransformJobs, setting: ThreadSetting): Promise<void> {
  const { paths, threads, signal } = jobs;
  const count = Math.max(1, Math.min(threads, Math.ceil(paths.length / FILES_PER_THREAD)));
  const lanes = Array.from({ length: count }, () => new TransformThread(setting));
  const closeAll = () => Promise.all(lanes.map((thread) => thread.close()));
  const onAbort = () => void closeAll();
  signal.addEventListener("abort", onAbort);
  const state: LaneState = { jobs, waiting: [...paths], answers: 0, isOver: false };
  try {
    await runLanes(lanes, state, setting);
  } finally {
    state.isOver = true;
    signal.removeEventListener("abort", onAbort);
    await closeAll();
  }
}

/** The state that the threads of a call share. */
interface LaneState {
  readonly jobs: TransformJobs;
  readonly waiting: string[];
  answers: number;
  isOver: boolean;
}

/**
 * Runs the first thread, and the others once it turns out that they are worth their start, which takes as long as
 * hundreds of files that the module leaves alone. Modules of other forms than those of the engine parse every file.
 */
async function runLanes(
  [first, ...others]: readonly TransformThread[],
  state: LaneState,
  { start: { api } }: Pick<ThreadSetting, "start">,
): Promise<void> {
  if (first === undefined) return;
  const running = [runLane(first, state)];
  const isHeavy = api === "jscodeshift" || api === "es-tooling";
  if (isHeavy || (await needsOthers(running, others.length, state)))
    running.push(...others.map((thread) => runLane(thread, state)));
  await Promise.all(running);
}

/** True once the files that wait would take the first thread longer than a thread takes to start. */
async function needsOthers(
  running: readonly Promise<void>[],
  others: number,
  state: LaneState,
): Promise<boolean> {
  if (others === 0) return false;
  const isDone = Promise.all(running).then(() => true);
  let starting = 0; // Looks until the first answer.
  let [looks, answers] = [0, 0]; // Since then.
  for (;;) {
    if (await Promise.race([isDone, sleep(LOOK, false)])) return false;
    if (state.answers === 0) starting += 1;
    else if (answers === 0) answers = state.answers;
    else {
      looks += 1;
      const done = state.answers - answers;
      if (state.waiting.length * looks > starting * done) return true;
    }
    if (starting >= PATIENCE) return true;
  }
}

async function runLane(thread: TransformThread, state: LaneState): Promise<void> {
  const { paths, onAnswer, signal } = state.jobs;
  let next = takeJob(state);
  for (;;) {
    const job = await next;
    if (job === undefined || state.isOver || signal.aborted) return;
    const running = thread.run(job, paths);
    next = takeJob(state); // It is read while the thread works.
    next.catch(() => undefined); // It is told when its turn comes.
    const answer = await running;
    if (signal.aborted) return;
    if (answer.kind === "unusable") state.isOver = true;
    state.answers += 1;
    onAnswer(job.path, answer);
  }
}

/** Returns the next job; undefined if no job waits, or none is wanted. */
async function takeJob({ jobs, waiting, isOver }: LaneState): Promise<TransformJob | undefined> {
  if (isOver) return undefined;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const job = await jobs.jobOf(path);
    if (job !== undefined) return job;
  }
  return undefined;
}
