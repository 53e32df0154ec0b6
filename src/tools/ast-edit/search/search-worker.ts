import { parentPort, workerData } from "node:worker_threads";
import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { loadAsked } from "./load-meaning.ts";
import { searchFile } from "./search-file.ts";
import type { FileFindings, SearchParams } from "./search-shapes.ts";
import type { SearchAnswer, SearchBatch } from "./search-thread.ts";

const ops = new Map<string, readonly CompiledOp[]>();

/** Set by the thread that starts this one: {@link SearchThread}. */
const params = workerData as SearchParams;

async function searchBatch(batch: SearchBatch): Promise<readonly FileFindings[]> {
  for (const [key, added] of batch.ops) ops.set(key, added);
  const findings: FileFindings[] = [];
  for (const { key, source } of batch.sources) {
    const known = ops.get(key);
    if (known === undefined) throw new Error(`There are no ops with the key ${key}.`);
    await loadAsked(params.asked, known);
    findings.push(await searchFile(source, known, params, { room: Infinity }));
  }
  return findings;
}

parentPort?.on("message", (batch: SearchBatch) => {
  const answer = (message: SearchAnswer) => parentPort?.postMessage(message);
  searchBatch(batch).then(
    (findings) => answer({ kind: "findings", findings }),
    (error: unknown) =>
      answer({ kind: "failed", detail: error instanceof Error ? `${error.stack}` : String(error) }),
  );
});
