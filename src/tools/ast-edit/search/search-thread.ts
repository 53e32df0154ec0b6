import { Worker } from "node:worker_threads";
import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import type {
  FileFindings,
  SearchJob,
  SearchParams,
  SourceText,
  ThreadEvents,
} from "./search-shapes.ts";

/** The message to a thread: some texts to search. Plain data. */
export interface SearchBatch {
  /** Ops that the thread does not have yet, by their key. */
  readonly ops: readonly (readonly [key: string, ops: readonly CompiledOp[]])[];
  readonly sources: readonly { readonly key: string; readonly source: SourceText }[];
}

/** The answer of a thread: findings in the order of the sources, or an error, which is a fault of Sluice. */
export type SearchAnswer =
  | { readonly kind: "findings"; readonly findings: readonly FileFindings[] }
  | { readonly kind: "failed"; readonly detail: string };

/** One thread, with the batch that it searches. */
export class SearchThread {
  readonly #worker: Worker;
  readonly #knownKeys = new Set<string>();
  readonly #events: ThreadEvents;
  #batch: { readonly jobs: readonly SearchJob[]; readonly size: number } | undefined;
  #isClosed = false;

  constructor(workerFile: URL, params: SearchParams, events: ThreadEvents) {
    this.#events = events;
    // Only these: `params` may have more fields.
    const { passes, onParseError, editGenerated, per, ...rest } = params;
    const { bounds, asked, without, countsMisses, tells } = rest;
    const own = { bounds, asked, without, countsMisses, tells };
    const workerData: SearchParams = { passes, onParseError, editGenerated, per, ...own };
    this.#worker = new Worker(workerFile, { workerData });
    this.#worker.on("message", (answer: SearchAnswer) => this.#finish(answer));
    this.#worker.on("error", events.onFault);
    this.#worker.on("messageerror", events.onFault);
    this.#worker.on("exit", () => {
      // Also if the thread is idle: it would never answer its next batch.
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
      for (const [index, findings] of answer.findings.entries())
        batch.jobs[index]?.onFindings(findings);
    } catch (error) {
      this.#events.onFault(error);
    }
    this.#events.onIdle();
    this.#events.onDone(batch.size);
  }
}
