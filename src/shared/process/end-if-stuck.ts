import { Worker } from "node:worker_threads";

/** The program of the thread: it has to do its work while the main one has no turn for anything. */
const PROGRAM = `
const { workerData: { milliseconds, lastWords, pid } } = require("node:worker_threads");
setTimeout(() => {
  try { require("node:fs").writeSync(1, lastWords); } catch {}
  process.kill(pid, "SIGKILL");
}, milliseconds);`;

/** What a process says before it is ended. */
export interface LastWords {
  /** Milliseconds. */
  readonly milliseconds: number;
  /** For standard output. */
  readonly lastWords: string;
}

/**
 * Kills this process after some time, also in a loop that gives no turn to a timer or a signal, and writes its last words
 * before. Returns a function that calls it off; after it has resolved, nothing more is written.
 */
export function endIfStuck({ milliseconds, lastWords }: LastWords): () => Promise<void> {
  const workerData = { milliseconds, lastWords, pid: process.pid };
  const thread = new Worker(PROGRAM, { eval: true, workerData });
  thread.unref();
  thread.on("error", () => undefined); // Without threads the time limits of the command still count.
  return async () => void (await thread.terminate());
}
