import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import type { SearchSettings, SearchThreads } from "../../../model/search/search-settings.ts";
import type { Workspace } from "../../../model/workspace.ts";
import { canPrefilterNatively, prefilterNatively } from "./native-prefilter.ts";
import { PrefilterQueue } from "./prefilter-queue.ts";
import type {
  FileFindings,
  FileToSearch,
  PossibleFile,
  SearchJob,
  SearchParams,
  SourceText,
} from "./search-shapes.ts";
import { SearchThread } from "./search-thread.ts";
import { WorkerPool } from "./worker-pool.ts";

/** Up to so much text in all (UTF-16 code units) is searched on this thread: it is done before threads have started. */
const INLINE_SIZE = 150_000;

/** The number of files after which they count as typical of the tree. */
const SAMPLE = 64;

/** The surroundings of the searches of a call. */
export interface SearchersContext {
  readonly params: SearchParams;
  readonly search: SearchSettings;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  /** Searches one text on this thread. */
  readonly searchFile: (source: SourceText, ops: readonly CompiledOp[]) => Promise<FileFindings>;
  /** Lets signals and timers through. Throws if one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
}

/**
 * Has files searched in the fastest way: a few on this thread, many on workers. If most files of the tree have to be
 * parsed, the engine, which only searches, leaves out those without a match first. The findings are the same each way.
 */
export class FileSearchers {
  readonly #context: SearchersContext;
  /** For workers, if there is enough text to start them. */
  readonly #waiting: SearchJob[] = [];
  readonly #prefilter: PrefilterQueue;
  #waitingSize = 0;
  #seen = 0;
  #possible = 0;
  #pool: WorkerPool | undefined;

  constructor(context: SearchersContext) {
    // A signal of its own: Node warns of many listeners, and a step may have many calls.
    const signal = AbortSignal.any([context.signal]);
    this.#context = { ...context, signal };
    this.#prefilter = new PrefilterQueue({
      findMatching: (files) => prefilterNatively(files, context.workspace),
      signal,
      letThrough: context.letThrough,
      onMatch: (file) => this.#search(file),
    });
  }

  /** Counts a file that needs no search. */
  pass(): void {
    this.#seen += 1;
  }

  /** Takes a file, and waits if too much is under way. */
  async add(file: PossibleFile, onOutcome: FileToSearch["onOutcome"]): Promise<void> {
    this.#seen += 1;
    this.#possible += 1;
    const added = { file, onOutcome };
    if (this.#isPrefilterWorthwhile() && canPrefilterNatively(file))
      await this.#prefilter.add(added);
    else await this.#search(added);
  }

  /** Waits until every file was searched. */
  async finish(): Promise<void> {
    await this.#prefilter.finish();
    for (const job of this.#waiting.splice(0)) job.onFindings(await this.#searchHere(job));
    await this.#pool?.drain();
  }

  async close(): Promise<void> {
    await this.#prefilter.close();
    await this.#pool?.close();
  }

  #isPrefilterWorthwhile(): boolean {
    const { prefiltered, matching } = this.#prefilter.counts;
    const isUnselective = this.#seen >= SAMPLE && this.#possible * 2 > this.#seen;
    return isUnselective && !(prefiltered >= SAMPLE && matching * 2 > prefiltered);
  }

  async #search({ file, onOutcome }: FileToSearch): Promise<void> {
    const source = file.take();
    if ("kind" in source) {
      onOutcome(source);
      return;
    }
    const { key, ops, isStackHungry } = file.ops;
    const job: SearchJob = { source, key, ops, onFindings: onOutcome };
    if (this.#context.search.threads === undefined || isStackHungry) {
      onOutcome(await this.#searchHere(job));
      return;
    }
    this.#waiting.push(job);
    this.#waitingSize += source.text.length;
    if (this.#waitingSize <= INLINE_SIZE) return;
    this.#pool ??= this.#openPool(this.#context.search.threads);
    for (const each of this.#waiting.splice(0)) await this.#pool.add(each);
  }

  #openPool({ workerFile, count }: SearchThreads): WorkerPool {
    const { params, signal, letThrough } = this.#context;
    return new WorkerPool(
      { count, startThread: (events) => new SearchThread(workerFile, params, events) },
      { signal, letThrough, searchHere: (job) => this.#searchHere(job) },
    );
  }

  async #searchHere({ source, ops }: SearchJob): Promise<FileFindings> {
    const findings = await this.#context.searchFile(source, ops);
    await this.#context.letThrough();
    return findings;
  }
}
