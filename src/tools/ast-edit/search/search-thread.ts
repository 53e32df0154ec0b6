import { Worker } from "node:worker_threads";
import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import type { FileFindings, SearchParams, SourceText } from "./search-file.ts";
import type { SearchAnswer, SearchBatch } from "./search-worker.ts";

/** A file to look at, and who is told what it came to. */
export interface SearchJob {
  readonly source: SourceText;
  readonly key: string;
  readonly ops: readonly CompiledOp[];
  readonly onLook: (look: FileFindings) => void;
}

/** What a thread tells the pool. */
interface ThreadEvents {
  readonly onIdle: () => void;
  readonly onDone: (size: number) => void;
  readonly onFault: (error: unknown) => void;
}

/** One thread, with the batch that it is at. */
export class SearchThread {
  readonly #worker: Worker;
  readonly #knownKeys = new Set<string>();
  readonly #events: ThreadEvents;
  #batch: { readonly jobs: readonly SearchJob[]; readonly size: number } | undefined;
  #isClosed = false;

  constructor(workerFile: URL, workerData: SearchParams, events: ThreadEvents) {
    this.#events = events;
    this.#worker = new Worker(workerFile, { workerData });
    this.#worker.on("message", (answer: SearchAnswer) => this.#finish(answer));
    this.#worker.on("error", events.onFault);
    this.#worker.on("messageerror", events.onFault);
    this.#worker.on("exit", () => {
      // Also one that has nothing to do just now: what it is given next, it would never answer.
      if (!this.#isClosed) events.onFault(new Error("A thread that searches ended early."));
    });
    this.#worker.unref();
  }

  get isIdle(): boolean {
    return this.#batch === undefined;
  }

  start(jobs: readonly SearchJob[], size: number): void {
    this.#batch = { jobs, size };
    const fresh = new Map(
      jobs.filter(({ key }) => !this.#knownKeys.has(key)).map(({ key, ops }) => [key, ops]),
    );
    for (const key of fresh.keys()) this.#knownKeys.add(key);
    const sources = jobs.map(({ key, source }) => ({ key, source }));
    this.#worker.ref(); // Until it has answered.
    this.#worker.postMessage({ ops: [...fresh], sources } satisfies SearchBatch);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#batch = undefined;
    await this.#worker.terminate();
  }

  #finish(answer: SearchAnswer): void {
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
