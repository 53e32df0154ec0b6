import { waitUnlessAborted } from "../../../shared/process/wait-unless-aborted.ts";
import type { FileToSearch } from "./search-shapes.ts";

/** The number of batches that the engine searches at the same time. */
const MAX_BATCHES = 2;

/** The most times that a batch is as large as one whose files all have a match. */
const MOST_GROWTH = 4;

/** The surroundings of a queue. */
interface QueueContext {
  /** The text of one batch, in bytes: more if little of that of the batches before was handed over. */
  readonly batchSize: number;
  /**
   * Has the engine search a batch. Returns the bytes of the files whose trees it has handed over; undefined for batches
   * that stay as large.
   */
  readonly search: (batch: readonly FileToSearch[]) => Promise<number | undefined>;
  readonly signal: AbortSignal;
  /** Lets signals and timers through. Throws if one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
}

/** Files that the engine searches by itself, in batches: their trees are in memory at the same time. */
export class NativeQueue {
  readonly #context: QueueContext;
  readonly #waiting: FileToSearch[] = [];
  readonly #batches = new Set<Promise<void>>();
  readonly #faults: unknown[] = [];
  #waitingSize = 0;
  #searchedSize = 0;
  #handedSize = 0;

  constructor(context: QueueContext) {
    this.#context = context;
  }

  /** Takes a file, and waits if too many batches are under way. Throws when the search ends. */
  async add(added: FileToSearch): Promise<void> {
    this.#waiting.push(added);
    this.#waitingSize += added.file.size;
    if (this.#waitingSize < this.#batchSize) return;
    while (this.#batches.size >= MAX_BATCHES) await this.#waitForOne();
    this.#start();
  }

  /** Returns the files that wait, if they are no more than `size` bytes: so few are searched faster on this thread. */
  takeFew(size: number): readonly FileToSearch[] {
    if (this.#batches.size > 0 || this.#waitingSize > size) return [];
    this.#waitingSize = 0;
    return this.#waiting.splice(0);
  }

  /** Waits until every file was searched. Throws if that failed, or when the search ends. */
  async finish(): Promise<void> {
    this.#start();
    while (this.#batches.size > 0) await this.#waitForOne();
    if (this.#faults.length > 0) throw this.#faults[0];
  }

  /** Waits until no batch is under way, or until the signal fires. */
  close(): Promise<void> {
    return waitUnlessAborted(Promise.all(this.#batches), this.#context.signal);
  }

  /** A call of the engine has a price of its own, and trees that it keeps to itself take no memory for long. */
  get #batchSize(): number {
    const share = this.#searchedSize / (2 * this.#handedSize + 1);
    return this.#context.batchSize * Math.min(MOST_GROWTH, Math.max(1, share));
  }

  async #waitForOne(): Promise<void> {
    await waitUnlessAborted(Promise.race(this.#batches), this.#context.signal);
    await this.#context.letThrough();
  }

  /** Starts a batch of all files that wait. `finish` waits for it, and throws its fault. */
  #start(): void {
    const files = this.#waiting.splice(0);
    this.#waitingSize = 0;
    if (files.length === 0) return;
    const batch: Promise<void> = this.#search(files)
      .catch((error: unknown) => {
        this.#faults.push(error);
      })
      .finally(() => this.#batches.delete(batch));
    this.#batches.add(batch);
  }

  async #search(batch: readonly FileToSearch[]): Promise<void> {
    const handed = await this.#context.search(batch);
    if (handed !== undefined) {
      this.#handedSize += handed;
      this.#searchedSize += batch.reduce((sum, { file }) => sum + file.size, 0);
    }
    await this.#context.letThrough();
  }
}
