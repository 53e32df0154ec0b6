import { waitUnlessAborted } from "../../../shared/process/wait-unless-aborted.ts";
import type { FileFindings, SearchJob, ThreadEvents } from "./search-shapes.ts";

/** A thread of a pool. */
interface PoolThread {
  readonly isIdle: boolean;
  /** Searches a batch; `size` comes back in `onDone`. Only for an idle thread. */
  start(jobs: readonly SearchJob[], size: number): void;
  close(): Promise<void>;
}

/** The threads of a pool. */
interface PoolThreads {
  readonly count: number;
  readonly startThread: (events: ThreadEvents) => PoolThread;
}

/** The main thread, which searches too while it waits. */
interface MainThread {
  readonly searchHere: (job: SearchJob) => Promise<FileFindings>;
  readonly signal: AbortSignal;
  /** Lets signals and timers through. Throws if one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
}

/** The text of one message to a thread, and the limit of all text that waits or is searched; UTF-16 code units. */
const BATCH_SIZE = 100_000;
const MAX_WAITING = 4_000_000;

/**
 * Threads that search texts. One thread turns a text into the plain data of its edits, so that the texts of two files
 * never meet; the caller puts the findings in order. `bench/README.md` has the measurements of other ways.
 */
export class WorkerPool {
  readonly #threads: readonly PoolThread[];
  readonly #waiting: SearchJob[] = [];
  #size = 0;
  #fault: unknown;
  #hasFault = false;
  readonly #main: MainThread;
  readonly #wakers: (() => void)[] = [];

  constructor({ count, startThread }: PoolThreads, main: MainThread) {
    this.#main = main;
    const events: ThreadEvents = {
      onIdle: () => this.#dispatch(0),
      onDone: (size) => this.#finish(size),
      onFault: (error) => this.#fail(error),
    };
    this.#threads = Array.from({ length: count }, () => startThread(events));
  }

  /** Waits until there is room, and then has the text searched. Rejects if a search failed. */
  async add(job: SearchJob): Promise<void> {
    while (this.#size > MAX_WAITING && !this.#hasFault) await this.#helpOrWait();
    this.#refuseAfterFault();
    this.#size += job.source.text.length;
    this.#waiting.push(job);
    this.#dispatch(BATCH_SIZE);
  }

  /** Waits until every text was searched. Rejects if a search failed. */
  async drain(): Promise<void> {
    this.#dispatch(0);
    while (this.#size > 0 && !this.#hasFault) await this.#helpOrWait();
    this.#refuseAfterFault();
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** Gives each idle thread a batch of at least `minSize`; UTF-16 code units. */
  #dispatch(minSize: number): void {
    for (const thread of this.#threads.filter(({ isIdle }) => isIdle)) {
      let size = 0;
      let count = 0;
      for (; count < this.#waiting.length && size < BATCH_SIZE; count += 1)
        size += this.#waiting[count]?.source.text.length ?? 0;
      if (count === 0 || size < minSize) return;
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

  /** Searches a text that waits, rather than to wait idly; waits for a thread if there is none. */
  async #helpOrWait(): Promise<void> {
    const job = this.#waiting.shift();
    if (job === undefined) {
      const woken = new Promise<void>((resolve) => this.#wakers.push(resolve));
      await waitUnlessAborted(woken, this.#main.signal);
      await this.#main.letThrough();
      return;
    }
    job.onFindings(await this.#main.searchHere(job));
    this.#finish(job.source.text.length);
  }
}
