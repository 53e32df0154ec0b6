import type { SearchThreads } from "../../../model/search-settings.ts";
import { waitUnlessAborted } from "../../../shared/process/wait-unless-aborted.ts";
import type { FileFindings, SearchParams } from "./search-file.ts";
import { type SearchJob, SearchThread } from "./search-thread.ts";

/** What the thread that waits can do. */
interface MainThread {
  readonly searchInProcess: (job: SearchJob) => Promise<FileFindings>;
  readonly signal: AbortSignal;
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
export class WorkerPool {
  readonly #threads: readonly SearchThread[];
  readonly #waiting: SearchJob[] = [];
  #size = 0;
  #fault: unknown;
  #hasFault = false;
  readonly #main: MainThread;
  readonly #wakers: (() => void)[] = [];

  constructor(
    { workerFile, count }: SearchThreads,
    params: SearchParams,
    { searchInProcess, signal, letThrough }: MainThread,
  ) {
    this.#main = { searchInProcess, signal, letThrough };
    const { passes, onParseError, editGenerated, per } = params;
    const workerData: SearchParams = { passes, onParseError, editGenerated, per };
    this.#threads = Array.from(
      { length: count },
      () =>
        new SearchThread(workerFile, workerData, {
          onIdle: () => this.#dispatch(false),
          onDone: (size) => this.#finish(size),
          onFault: (error) => this.#fail(error),
        }),
    );
  }

  /** Waits until there is room, then has the file looked at. Rejects where a look failed. */
  async add(job: SearchJob): Promise<void> {
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
      const woken = new Promise<void>((resolve) => this.#wakers.push(resolve));
      await waitUnlessAborted(woken, this.#main.signal);
      await this.#main.letThrough();
      return;
    }
    job.onLook(await this.#main.searchInProcess(job));
    this.#finish(job.source.text.length);
  }
}
