import type { SearchSettings } from "../../../model/search-settings.ts";
import type { Workspace } from "../../../model/workspace.ts";
import { canPrefilterNatively } from "./native-prefilter.ts";
import type { PossibleFile } from "./possible-file.ts";
import { type FileToSearch, PrefilterQueue } from "./prefilter-queue.ts";
import type { FileFindings, SearchParams } from "./search-file.ts";
import { searchInProcess } from "./search-in-process.ts";
import type { SearchJob } from "./search-thread.ts";
import { WorkerPool } from "./worker-pool.ts";

/** Up to so much text in all (UTF-16 code units) is looked at here: threads would start later than it is done. */
const INLINE_SIZE = 150_000;

/** So many files have to be seen before it is said what most of them are like. */
const SAMPLE = 64;

/** What the looks at the files of a call need. */
export interface SearchersContext {
  readonly params: SearchParams;
  readonly search: SearchSettings;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  /** Lets signals and timers through; throws where one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
}

/**
 * Has files looked at in the way that is fastest for what turns up: a few of them here, many on threads; and
 * where most files of the tree have to be parsed, only those in which the engine, which is quicker at
 * searching alone, finds a match, unless most of them have one. What they come to is the same in each way.
 */
export class FileSearchers {
  readonly #context: SearchersContext;
  /** For the threads, if there will be enough for them. */
  readonly #waiting: SearchJob[] = [];
  readonly #sieves: PrefilterQueue;
  #waitingSize = 0;
  #seen = 0;
  #possible = 0;
  #pool: WorkerPool | undefined;

  constructor(context: SearchersContext) {
    // One of its own: Node warns of many listeners, and a step may have many calls.
    this.#context = { ...context, signal: AbortSignal.any([context.signal]) };
    this.#sieves = new PrefilterQueue({ ...this.#context, onMatch: (look) => this.#look(look) });
  }

  /** A file that needs no look. */
  pass(): void {
    this.#seen += 1;
  }

  /** Takes a file in, and waits where too much is under way. */
  async add(file: PossibleFile, onLook: FileToSearch["onLook"]): Promise<void> {
    this.#seen += 1;
    this.#possible += 1;
    const look = { file, onLook };
    if (this.#isSieveWorthwhile() && canPrefilterNatively(file)) await this.#sieves.add(look);
    else await this.#look(look);
  }

  /** Waits until every file was looked at. */
  async finish(): Promise<void> {
    await this.#sieves.finish();
    for (const job of this.#waiting.splice(0)) job.onLook(await this.#searchInProcess(job));
    await this.#pool?.drain();
  }

  async close(): Promise<void> {
    await this.#sieves.close();
    await this.#pool?.close();
  }

  #isSieveWorthwhile(): boolean {
    const { sieved, matching } = this.#sieves.counts;
    const isUnselective = this.#seen >= SAMPLE && this.#possible * 2 > this.#seen;
    return isUnselective && !(sieved >= SAMPLE && matching * 2 > sieved);
  }

  async #look({ file, onLook }: FileToSearch): Promise<void> {
    const source = file.take();
    if ("kind" in source) {
      onLook(source);
      return;
    }
    const { key, ops, isStackHungry } = file.ops;
    const job: SearchJob = { source, key, ops, onLook };
    const { threads } = this.#context.search;
    if (threads === undefined || isStackHungry) {
      onLook(await this.#searchInProcess(job));
      return;
    }
    this.#waiting.push(job);
    this.#waitingSize += source.text.length;
    if (this.#waitingSize <= INLINE_SIZE) return;
    this.#pool ??= new WorkerPool(threads, this.#context.params, {
      ...this.#context,
      searchInProcess: (each) => this.#searchInProcess(each),
    });
    for (const each of this.#waiting.splice(0)) await this.#pool.add(each);
  }

  async #searchInProcess({
    source,
    ops,
  }: Pick<SearchJob, "source" | "ops">): Promise<FileFindings> {
    const { params, letThrough } = this.#context;
    const look = await searchInProcess(source, ops, params, { room: Infinity, letThrough });
    await letThrough();
    return look;
  }
}
