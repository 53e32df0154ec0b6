import { Worker } from "node:worker_threads";
import { messageOf } from "../../shared/message-of.ts";
import type {
  TransformAnswer,
  TransformJob,
  TransformMessage,
  TransformStart,
} from "./transform-shapes.ts";

/** The circumstances of a thread. */
export interface ThreadSetting {
  /** The module that it runs: `transform-worker`, as it was built. */
  readonly workerFile: URL;
  readonly start: TransformStart;
  /** The limit for loading the module and one file, and for every other file; milliseconds. */
  readonly timeout: number;
  /** Receives what the code prints. */
  readonly onPrinted: (text: string) => void;
}

/** The time that the first file has beside its own: the module is loaded; milliseconds. */
const LOADING = 30_000;

/** The most memory of a thread; MiB. Beyond it, only the thread ends. */
const MOST_MEMORY = 2048;

/** The most that a thread may print, so that a loop does not fill the log; UTF-16 code units. */
const MOST_PRINTED = 100_000;

/** One thread with code of the recipe. A file that takes too long, or ends the thread, costs only this thread. */
export class TransformThread {
  readonly #setting: ThreadSetting;
  #worker: Worker | undefined;

  constructor(setting: ThreadSetting) {
    this.#setting = setting;
  }

  /** Has one file transformed. Never rejects. */
  async run(job: TransformJob, files: readonly string[]): Promise<TransformAnswer> {
    const isFirst = this.#worker === undefined;
    this.#worker ??= this.#open();
    const worker = this.#worker;
    const { timeout } = this.#setting;
    const limit = isFirst ? timeout + LOADING : timeout;
    const answer = await answerOf(worker, isFirst ? { ...job, files } : job, limit);
    if (answer.kind === "ended") {
      await this.close();
      return { kind: "failed", message: answer.why };
    }
    return answer;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #open(): Worker {
    const { workerFile, start, onPrinted } = this.#setting;
    const worker = new Worker(workerFile, {
      workerData: start,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    worker.on("error", () => undefined); // While it is idle: its next job sees that it is gone.
    const print = bounded(onPrinted);
    worker.on("message", (message: TransformMessage) => {
      if (message.kind === "printed") print(message.text);
    });
    for (const stream of [worker.stdout, worker.stderr])
      stream.setEncoding("utf8").on("data", print);
    return worker;
  }
}

/** Passes on what is printed up to a limit, and says once that the rest is left out. */
function bounded(print: (text: string) => void): (text: string) => void {
  let left = MOST_PRINTED;
  return (text) => {
    if (left < 0) return;
    print(text.slice(0, left));
    left -= text.length;
    if (left < 0) print("The transform prints too much: the rest is left out.");
  };
}

/** The thread can take no other file. */
interface Ended {
  readonly kind: "ended";
  /** In words that follow the path. */
  readonly why: string;
}

function answerOf(
  worker: Worker,
  job: TransformJob,
  limit: number,
): Promise<TransformAnswer | Ended> {
  return new Promise((resolve) => {
    const end = (answer: TransformAnswer | Ended) => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      resolve(answer);
    };
    const onMessage = (message: TransformMessage) => {
      if (message.kind !== "printed") end(message);
    };
    const ended = (why: string) => end({ kind: "ended", why });
    const onError = (error: unknown) => ended(messageOf(error).split("\n", 1)[0] ?? "");
    const onExit = () => ended("the transform ended its thread");
    const timer = setTimeout(() => ended(`the transform did not return within ${limit} ms`), limit);
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    worker.postMessage(job);
  });
}
