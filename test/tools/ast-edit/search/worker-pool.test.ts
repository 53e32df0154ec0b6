import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { boundsOfFile } from "../../../../src/model/search/search-bounds.ts";
import { SearchThread } from "../../../../src/tools/ast-edit/search/search-thread.ts";
import { WorkerPool } from "../../../../src/tools/ast-edit/search/worker-pool.ts";
import { tempTree } from "../../../support/temp-tree.ts";

const PARAMS = {
  passes: 1,
  onParseError: "skip",
  editGenerated: false,
  per: "file",
  bounds: boundsOfFile({}),
  asked: [],
  countsMisses: false,
} as const;
const BUILT = resolve(
  import.meta.dirname,
  "../../../../dist/tools/ast-edit/search/search-worker.js",
);

function workerOf(code: string): URL {
  const folder = tempTree({
    "worker.mjs": `import { parentPort } from "node:worker_threads";\n${code}`,
  });
  return pathToFileURL(join(folder, "worker.mjs"));
}

/** A source that fills a batch. */
const SOURCE = {
  path: "a.ts",
  language: "typescript" as const,
  text: "a;\n".repeat(50_000),
  isReadonly: false,
};

describe("the threads that search", () => {
  it("are not waited for after a signal if one of them does not answer (A22)", async () => {
    const controller = new AbortController();
    const workerFile = workerOf("parentPort.on('message', () => undefined);");
    const pool = new WorkerPool(
      { count: 1, startThread: (events) => new SearchThread(workerFile, PARAMS, events) },
      {
        signal: controller.signal,
        letThrough: async () => controller.signal.throwIfAborted(),
        searchHere: () => Promise.reject(new Error("Nothing waits.")),
      },
    );
    await pool.add({ source: SOURCE, key: "k", ops: [], onFindings: () => undefined });
    const drained = pool.drain();
    controller.abort(new Error("stopped"));
    await expect(drained).rejects.toThrow("stopped");
    await pool.close();
  }, 10_000);

  it("are a fault if one of them ends, although it has nothing to do", async () => {
    const fault = new Promise<unknown>((onFault) => {
      const events = { onFault, onIdle: () => undefined, onDone: () => undefined };
      new SearchThread(workerOf("process.exit(0);"), PARAMS, events);
    });
    expect(await fault).toEqual(new Error("A thread that searches ended early."));
  }, 10_000);

  it("are no fault if they are closed", async () => {
    const faults: unknown[] = [];
    const events = {
      onFault: (error: unknown) => faults.push(error),
      onIdle: () => undefined,
      onDone: () => undefined,
    };
    await new SearchThread(
      workerOf("parentPort.on('message', () => undefined);"),
      PARAMS,
      events,
    ).close();
    expect(faults).toEqual([]);
  });

  it("fail if they were not sent the ops, rather than to find nothing", async () => {
    const worker = new Worker(BUILT, { workerData: PARAMS });
    const answer = new Promise((onMessage) => worker.once("message", onMessage));
    worker.postMessage({ ops: [], sources: [{ key: "unknown", source: SOURCE }] });
    expect(await answer).toMatchObject({ kind: "failed" });
    await worker.terminate();
  });
});
