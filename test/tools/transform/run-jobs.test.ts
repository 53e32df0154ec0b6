import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { runJobs } from "../../../src/tools/transform/run-jobs.ts";
import type { TransformAnswer } from "../../../src/tools/transform/transform-shapes.ts";
import { tempTree } from "../../support/temp-tree.ts";

/** A thread that takes the milliseconds of each text, and names itself in its answer. */
const THREAD = `import { parentPort, threadId } from "node:worker_threads";
parentPort.on("message", ({ serial, job }) => {
  parentPort.postMessage({ kind: "begins", serial });
  const answer = { kind: "failed", message: String(threadId) };
  setTimeout(() => parentPort.postMessage({ kind: "answers", serial, answer }), Number(job.text));
});
`;

async function run(paths: readonly string[], text: string, unreadable: readonly string[] = []) {
  const root = tempTree({});
  const workerFile = join(root, "thread.mjs");
  writeFileSync(workerFile, THREAD);
  const answers: [path: string, answer: TransformAnswer][] = [];
  const start = { root, code: { root }, module: "./a.ts", params: {}, namesLanguages: false };
  await runJobs(
    {
      paths,
      async jobOf(path) {
        if (path === "fails") throw new Error("The disk is gone.");
        return unreadable.includes(path) ? undefined : { path, text, asksIdempotence: false };
      },
      onAnswer: (path, answer) => answers.push([path, answer]),
      threads: 3,
      signal: new AbortController().signal,
    },
    {
      workerFile: pathToFileURL(workerFile),
      start,
      timeout: 5000,
      onPrinted: () => undefined,
      answer: async () => [],
    },
  );
  const threads = new Set(answers.map(([, answer]) => JSON.stringify(answer)));
  return { paths: answers.map(([path]) => path).sort(), threads: threads.size };
}

const PATHS = Array.from({ length: 60 }, (_, index) => `f${index}.ts`).sort();

it("starts the other threads for files that take long, and each file has one answer", async () => {
  expect(await run(PATHS, "20")).toEqual({ paths: PATHS, threads: 3 });
});

it("goes on behind files that cannot be read", async () => {
  const [first = "", second = "", ...others] = PATHS;
  const ended = await run(PATHS, "0", [first, second, others.at(-1) ?? ""]);
  expect(ended.paths).toEqual(others.slice(0, -1));
});

it("fails if a file cannot be handed over, whichever it is", async () => {
  await expect(run(["fails"], "0")).rejects.toThrow("The disk is gone.");
  await expect(run([...PATHS.slice(0, 20), "fails"], "5")).rejects.toThrow("The disk is gone.");
});
