import { parentPort, workerData } from "node:worker_threads";
import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import type { FileFindings, SearchParams, SourceText } from "./search-file.ts";
import { searchInProcess } from "./search-in-process.ts";

/** What a thread is asked: to look at some files. Plain data. */
export interface SearchBatch {
  /** Ops that it has not got yet, by their key. */
  readonly ops: readonly (readonly [key: string, ops: readonly CompiledOp[]])[];
  readonly sources: readonly { readonly key: string; readonly source: SourceText }[];
}

/** What it answers, in the order of the sources; or what broke, which is a fault of Sluice. */
export type SearchAnswer =
  | { readonly kind: "looks"; readonly looks: readonly FileFindings[] }
  | { readonly kind: "failed"; readonly detail: string };

const ops = new Map<string, readonly CompiledOp[]>();

/** Set by whoever starts the thread: {@link WorkerPool}. */
const params = workerData as SearchParams;

async function look(batch: SearchBatch): Promise<readonly FileFindings[]> {
  for (const [key, added] of batch.ops) ops.set(key, added);
  const looks: FileFindings[] = [];
  for (const { key, source } of batch.sources) {
    const known = ops.get(key);
    if (known === undefined) throw new Error(`There are no ops with the key ${key}.`);
    looks.push(await searchInProcess(source, known, params, { room: Infinity }));
  }
  return looks;
}

parentPort?.on("message", (batch: SearchBatch) => {
  const answer = (message: SearchAnswer) => parentPort?.postMessage(message);
  look(batch).then(
    (looks) => answer({ kind: "looks", looks }),
    (error: unknown) =>
      answer({ kind: "failed", detail: error instanceof Error ? `${error.stack}` : String(error) }),
  );
});
