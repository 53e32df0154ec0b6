import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import type { SearchSettings, SearchThreads } from "../../../model/search/search-settings.ts";
import type { Workspace } from "../../../model/workspace.ts";
import { canPrefilterNatively, canSearchNatively, prefilterNatively } from "./native-prefilter.ts";
import { NativeQueue } from "./native-queue.ts";
import type {
  FileFindings,
  FileToSearch,
  PossibleFile,
  SearchJob,
  SearchParams,
  SourceText,
} from "./search-shapes.ts";
import { missOf } from "./with-leftovers.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** Up to so much text in all (UTF-16 code units) is searched on this thread: it is done before threads have started. */
const INLINE_SIZE = 150_000;

/**
 * The text of one batch that the engine searches, in bytes: with edits of the trees, or only for files with a match.
 */
const PARSED_AT_ONCE = 200_000;
const SIFTED_AT_ONCE = 2_000_000;

/** The number of searched files after which rare matches are seen as rare. */
const RARE_SAMPLE = 500;

/** The number of files after which they count as typical of the tree. */
const SAMPLE = 64;

/** The surroundings of the searches of a call. */
export interface SearchersContext {
  readonly params: SearchParams;
  readonly search: SearchSettings;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  /** Searches one text on this thread. */
  readonly searchFile: (
    source: SourceText,
    ops: readonly CompiledOp[],
    params: SearchParams,
    options: { readonly room: number; readonly letThrough: () => Promise<void> },
  ) => Promise<FileFindings>;
  /** Has the engine search files by itself; hands those to `searchPlainly` that are no longer as they were read. */
  readonly searchNatively: (
    batch: readonly FileToSearch[],
    searchPlainly: (file: FileToSearch) => Promise<void>,
  ) => Promise<number | undefined>;
  /** Lets signals and timers through. Throws if one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
}

/**
 * Has files searched in the fastest way: a few on this thread, many by the engine itself or, if it cannot, on workers.
 * If most files of the tree have to be parsed, the engine leaves out those without a match before a worker gets them.
 * The findings are the same each way.
 */
export class FileSearchers {
  readonly #context: SearchersContext;
  /** For workers, if there is enough text to start them. */
  readonly #waiting: SearchJob[] = [];
  readonly #native: NativeQueue;
  readonly #prefilter: NativeQueue;
  #waitingSize = 0;
  #seen = 0;
  #possible = 0;
  #prefiltered = 0;
  #matching = 0;
  #searched = 0;
  #found = 0;
  #pool: Promise<WorkerPool> | undefined;

  constructor(context: SearchersContext) {
    // A signal of its own: Node warns of many listeners, and a step may have many calls.
    const signal = AbortSignal.any([context.signal]);
    this.#context = { ...context, signal };
    const { letThrough } = context;
    const searchPlainly = (file: FileToSearch) => this.#search(file);
    this.#native = new NativeQueue({
      batchSize: PARSED_AT_ONCE,
      search: (batch) => context.searchNatively(batch, searchPlainly),
      signal,
      letThrough,
    });
    const search = (batch: readonly FileToSearch[]) => this.#leaveOut(batch);
    this.#prefilter = new NativeQueue({ batchSize: SIFTED_AT_ONCE, search, signal, letThrough });
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
    const isNative = canSearchNatively(file, this.#context.params);
    if (isNative && !this.#areMatchesRare()) {
      file.keep();
      await this.#native.add(this.#counted(added));
    } else if ((isNative || this.#isPrefilterWorthwhile()) && canPrefilterNatively(file)) {
      file.letGo();
      await this.#prefilter.add(added);
    } else await this.#search(added);
  }

  /** Waits until every file was searched. */
  async finish(): Promise<void> {
    for (const few of this.#native.takeFew(INLINE_SIZE)) await this.#search(few);
    await this.#prefilter.finish();
    await this.#native.finish();
    for (const job of this.#waiting.splice(0)) job.onFindings(await this.#searchHere(job));
    this.#waitingSize = 0;
    await (await this.#pool)?.drain();
  }

  async close(): Promise<void> {
    await this.#native.close();
    await this.#prefilter.close();
    await (await this.#pool)?.close();
  }

  /** Counts a file that the engine searches for edits, and those of them with a match. */
  #counted({ file, onOutcome }: FileToSearch): FileToSearch {
    this.#searched += 1;
    return {
      file,
      onOutcome: (outcome) => {
        if (outcome.kind !== "no-match") this.#found += 1;
        onOutcome(outcome);
      },
    };
  }

  /** True if so few files match that a search for errors in all the others costs more than to parse these few twice. */
  #areMatchesRare(): boolean {
    return this.#searched >= RARE_SAMPLE && this.#found * 20 < this.#searched;
  }

  #isPrefilterWorthwhile(): boolean {
    const isUnselective = this.#seen >= SAMPLE && this.#possible * 2 > this.#seen;
    return (
      isUnselective && !(this.#prefiltered >= SAMPLE && this.#matching * 2 > this.#prefiltered)
    );
  }

  async #leaveOut(batch: readonly FileToSearch[]): Promise<undefined> {
    const matching = await prefilterNatively(batch, this.#context.workspace);
    this.#prefiltered += batch.length;
    this.#matching += matching.size;
    await releaseTrees([...matching].reduce((sum, { file }) => sum + file.size, 0));
    for (const each of batch) {
      const isMatching = matching.has(each);
      if (isMatching && canSearchNatively(each.file, this.#context.params))
        await this.#native.add(each);
      else if (isMatching) await this.#search(each);
      else each.onOutcome(await missOf(each.file, this.#context.params));
    }
  }

  async #search({ file, onOutcome }: FileToSearch): Promise<void> {
    const source = file.take();
    if ("kind" in source) return onOutcome(source);
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
    const pool = await this.#pool;
    for (const each of this.#waiting.splice(0)) await pool.add(each);
  }

  async #openPool({ workerFile, count }: SearchThreads): Promise<WorkerPool> {
    const { WorkerPool: Pool } = await import("./worker-pool.ts");
    const { SearchThread } = await import("./search-thread.ts");
    const { params, signal, letThrough } = this.#context;
    return new Pool(
      { count, startThread: (events) => new SearchThread(workerFile, params, events) },
      { signal, letThrough, searchHere: (job) => this.#searchHere(job) },
    );
  }

  async #searchHere({ source, ops }: SearchJob): Promise<FileFindings> {
    const { params, letThrough } = this.#context;
    const options = { room: Number.POSITIVE_INFINITY, letThrough };
    const findings = await this.#context.searchFile(source, ops, params, options);
    await letThrough();
    return findings;
  }
}
