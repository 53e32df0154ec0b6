import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import { waitUnlessAborted } from "../../../shared/process/wait-unless-aborted.ts";
import type { FileToSearch, PossibleFile } from "./search-shapes.ts";

/** The text of one batch, in bytes, and the number of batches that the engine searches at the same time. */
const BATCH_SIZE = 2_000_000;
const MAX_BATCHES = 2;

/** The surroundings of a queue. */
interface PrefilterContext {
  /** Returns the files that have a match, and those of which it is unknown. */
  readonly findMatching: (files: readonly PossibleFile[]) => Promise<ReadonlySet<PossibleFile>>;
  readonly signal: AbortSignal;
  /** Lets signals and timers through. Throws if one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
  /** Takes a file that has a match. */
  readonly onMatch: (file: FileToSearch) => Promise<void>;
}

/** Has the engine search files by itself, in batches: a file without a match needs nothing more. */
export class PrefilterQueue {
  readonly #context: PrefilterContext;
  readonly #waiting: FileToSearch[] = [];
  readonly #batches = new Set<Promise<void>>();
  readonly #faults: unknown[] = [];
  #waitingSize = 0;
  #prefiltered = 0;
  #matching = 0;

  constructor(context: PrefilterContext) {
    this.#context = context;
  }

  /** The number of files that the engine searched, and the number of those that have a match. */
  get counts(): { readonly prefiltered: number; readonly matching: number } {
    return { prefiltered: this.#prefiltered, matching: this.#matching };
  }

  /** Takes a file, and waits if too many batches are under way. Throws when the search ends. */
  async add(added: FileToSearch): Promise<void> {
    added.file.letGo();
    this.#waiting.push(added);
    this.#waitingSize += added.file.size;
    if (this.#waitingSize < BATCH_SIZE) return;
    while (this.#batches.size >= MAX_BATCHES) await this.#waitForOne();
    this.#start();
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
    const { findMatching, letThrough, onMatch } = this.#context;
    const files = batch.map(({ file }) => file);
    const matching = await findMatching(files);
    await letThrough();
    this.#prefiltered += batch.length;
    this.#matching += matching.size;
    await releaseTrees(files.reduce((sum, { size }) => sum + size, 0));
    for (const each of batch) {
      if (matching.has(each.file)) await onMatch(each);
      else each.onOutcome({ kind: "no-match" });
    }
  }
}
