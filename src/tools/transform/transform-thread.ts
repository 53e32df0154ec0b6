import { Worker } from "node:worker_threads";
import { isRecord } from "../../shared/is-record.ts";
import { messageOf } from "../../shared/message-of.ts";
import { answerQuestion, type FilesAnswers, type FilesQuestion } from "./files-asked.ts";
import type {
  ThreadJob,
  ThreadMessage,
  TransformAnswer,
  TransformJob,
  TransformStart,
} from "./transform-shapes.ts";

/** The circumstances of a thread. */
export interface ThreadSetting {
  /** The module that it runs: `transform-worker`, as it was built. */
  readonly workerFile: URL;
  readonly start: TransformStart;
  /** The limit for one file; milliseconds. */
  readonly timeout: number;
  /** Receives what the code prints. */
  readonly onPrinted: (text: string) => void;
  /** Answers what the code asks about files of the step. */
  readonly answer: (question: FilesQuestion) => Promise<FilesAnswers[FilesQuestion["kind"]]>;
}

/** The limit for loading the module; milliseconds. */
const LOADING = 30_000;

/** The most memory of a thread; MiB. Beyond it, only the thread ends. */
const MOST_MEMORY = 2048;

/** The most that a thread may print, so that a loop does not fill the log; UTF-16 code units. */
const MOST_PRINTED = 100_000;

/** One thread with code of the recipe. A file that takes too long, or ends the thread, costs only this thread. */
export class TransformThread {
  readonly #setting: ThreadSetting;
  #worker: Worker | undefined;
  #serial = 0;

  constructor(setting: ThreadSetting) {
    this.#setting = setting;
  }

  /** Has one file transformed. Never rejects. */
  async run(job: TransformJob, files: readonly string[]): Promise<TransformAnswer> {
    const isFirst = this.#worker === undefined;
    this.#worker ??= this.#open();
    this.#serial += 1;
    const asked = { serial: this.#serial, job: isFirst ? { ...job, files } : job };
    const answer = await answerOf(this.#worker, asked, this.#setting.timeout);
    if (answer.kind !== "ended") return answer;
    await this.close();
    return isFirst && answer.begun === false
      ? { kind: "unusable", message: answer.why }
      : { kind: "failed", message: answer.why };
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #open(): Worker {
    const { workerFile, start, onPrinted, answer } = this.#setting;
    const worker = new Worker(workerFile, {
      workerData: start,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    worker.on("error", () => undefined); // While it is idle, it ends: its next job gets another one.
    worker.on("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    const print = bounded(onPrinted);
    worker.on("message", (message: unknown) => {
      if (!isOwn(message)) return;
      if (message.kind === "printed") print(String(message.text));
      // The code itself may post anything.
      if (message.kind === "asks") answerQuestion(message.asked, answer).catch(() => undefined);
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

const KINDS: readonly unknown[] = [
  "begins",
  "answers",
  "asks",
  "printed",
] satisfies ThreadMessage["kind"][];

/** False for what a package posts by itself, such as `ready`, when it is loaded in a thread. */
function isOwn(message: unknown): message is ThreadMessage {
  return isRecord(message) && KINDS.includes(message.kind);
}

/** The thread can take no other file. */
interface Ended {
  readonly kind: "ended";
  /** In words that follow the path. */
  readonly why: string;
  /** True if the module was loaded, and its function began. */
  readonly begun: boolean;
}

function answerOf(
  worker: Worker,
  asked: ThreadJob,
  limit: number,
): Promise<TransformAnswer | Ended> {
  return new Promise((resolve) => {
    let begun = false;
    const end = (answer: TransformAnswer | Ended) => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      resolve(answer);
    };
    const ended = (why: string) => end({ kind: "ended", why, begun });
    const onError = (error: unknown) => ended(messageOf(error).split("\n", 1)[0] ?? "");
    const onExit = () => ended(begun ? "the transform ended its thread" : "ended its thread");
    const onMessage = (message: unknown) => {
      if (!isOwn(message) || message.kind === "printed" || message.kind === "asks") return;
      if (message.serial !== asked.serial) return;
      if (message.kind === "answers") return end(message.answer);
      begun = true;
      clearTimeout(timer);
      timer = setTimeout(() => ended(`the transform did not return within ${limit} ms`), limit);
    };
    let timer = setTimeout(() => ended(`was not loaded within ${LOADING} ms`), LOADING);
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    worker.postMessage(asked);
  });
}
