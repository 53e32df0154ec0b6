import { Worker } from "node:worker_threads";
import type { CompiledOp } from "../../edit/compile-op.ts";
import type { SearchThreads } from "../../model/search-settings.ts";
import type { FileLook, LookParams, SourceText } from "./look-at-file.ts";
import type { LookAnswer, LookBatch } from "./look-worker.ts";

/** A file to look at, and who is told what it came to. */
export interface LookJob {
  readonly source: SourceText;
  readonly key: string;
  readonly ops: readonly CompiledOp[];
  readonly onLook: (look: FileLook) => void;
}

/** What the thread that waits can do. */
interface MainThread {
  readonly lookHere: (job: LookJob) => Promise<FileLook>;
  /** Lets signals and timers through; throws where one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
}

/** Text in one message to a thread, and in all that wait or are looked at; UTF-16 code units. */
const BATCH_SIZE = 100_000;
const MAX_WAITING = 4_000_000;

/**
 * Threads that look at files. Each file is one thread's affair, from its text to the plain data of its
 * edits, so that the texts of two files never meet; who asks puts the answers in order. Measured against
 * the other ways in `bench/README.md`.
 */
export class LookPool {
  readonly #threads: readonly Thread[];
  readonly #waiting: LookJob[] = [];
  #size = 0;
  #fault: unknown;
  #hasFault = false;
  readonly #main: MainThread;
  readonly #wakers: (() => void)[] = [];

  constructor(
    { workerFile, count }: SearchThreads,
    params: LookParams,
    { lookHere, letThrough }: MainThread,
  ) {
    this.#main = { lookHere, letThrough };
    const { passes, onParseError, editGenerated, per } = params;
    const workerData: LookParams = { passes, onParseError, editGenerated, per };
    this.#threads = Array.from(
      { length: count },
      () =>
        new Thread(workerFile, workerData, {
          onIdle: () => this.#dispatch(false),
          onDone: (size) => this.#finish(size),
          onFault: (error) => this.#fail(error),
        }),
    );
  }

  /** Waits until there is room, then has the file looked at. Rejects where a look failed. */
  async add(job: LookJob): Promise<void> {
    while (this.#size > MAX_WAITING && !this.#hasFault) await this.#helpOrWait();
    this.#refuseAfterFault();
    this.#size += job.source.text.length;
    this.#waiting.push(job);
    this.#dispatch(true);
  }

  /** Waits until every file was looked at. */
  async drain(): Promise<void> {
    this.#dispatch(false);
    while (this.#size > 0 && !this.#hasFault) await this.#helpOrWait();
    this.#refuseAfterFault();
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** With `isMoreComing` only batches that are full go out. */
  #dispatch(isMoreComing: boolean): void {
    for (const thread of this.#threads.filter(({ isIdle }) => isIdle)) {
      let size = 0;
      let count = 0;
      for (; count < this.#waiting.length && size < BATCH_SIZE; count += 1)
        size += this.#waiting[count]?.source.text.length ?? 0;
      if (count === 0 || (isMoreComing && size < BATCH_SIZE)) return;
      thread.start(this.#waiting.splice(0, count), size);
    }
  }

  #finish(size: number): void {
    this.#size -= size;
    for (const wake of this.#wakers.splice(0)) wake();
  }

  #fail(error: unknown): void {
    this.#fault ??= error;
    this.#hasFault = true;
    for (const wake of this.#wakers.splice(0)) wake();
  }

  #refuseAfterFault(): void {
    if (this.#hasFault) throw this.#fault;
  }

  /** Who has to wait can as well look at a file that waits, too. */
  async #helpOrWait(): Promise<void> {
    const job = this.#waiting.shift();
    if (job === undefined) {
      await new Promise<void>((resolve) => this.#wakers.push(resolve));
      await this.#main.letThrough();
      return;
    }
    job.onLook(await this.#main.lookHere(job));
    this.#finish(job.source.text.length);
  }
}

/** What a thread tells the pool. */
interface ThreadEvents {
  readonly onIdle: () => void;
  readonly onDone: (size: number) => void;
  readonly onFault: (error: unknown) => void;
}

/** One thread, with the batch that it is at. */
class Thread {
  readonly #worker: Worker;
  readonly #knownKeys = new Set<string>();
  readonly #events: ThreadEvents;
  #batch: { readonly jobs: readonly LookJob[]; readonly size: number } | undefined;

  constructor(workerFile: URL, workerData: LookParams, events: ThreadEvents) {
    this.#events = events;
    this.#worker = new Worker(workerFile, { workerData });
    this.#worker.on("message", (answer: LookAnswer) => this.#finish(answer));
    this.#worker.on("error", events.onFault);
    this.#worker.on("messageerror", events.onFault);
    this.#worker.on("exit", () => {
      if (this.#batch !== undefined)
        events.onFault(new Error("A thread that searches ended early."));
    });
    this.#worker.unref();
  }

  get isIdle(): boolean {
    return this.#batch === undefined;
  }

  start(jobs: readonly LookJob[], size: number): void {
    this.#batch = { jobs, size };
    const fresh = new Map(
      jobs.filter(({ key }) => !this.#knownKeys.has(key)).map(({ key, ops }) => [key, ops]),
    );
    for (const key of fresh.keys()) this.#knownKeys.add(key);
    const sources = jobs.map(({ key, source }) => ({ key, source }));
    this.#worker.ref(); // Until it has answered.
    this.#worker.postMessage({ ops: [...fresh], sources } satisfies LookBatch);
  }

  async close(): Promise<void> {
    this.#batch = undefined;
    await this.#worker.terminate();
  }

  #finish(answer: LookAnswer): void {
    const batch = this.#batch;
    if (batch === undefined) return;
    this.#batch = undefined;
    this.#worker.unref();
    if (answer.kind === "failed") {
      this.#events.onFault(new Error(`A thread that searches broke: ${answer.detail}`));
      return;
    }
    try {
      for (const [index, look] of answer.looks.entries()) batch.jobs[index]?.onLook(look);
    } catch (error) {
      this.#events.onFault(error);
    }
    this.#events.onIdle();
    this.#events.onDone(batch.size);
  }
}
