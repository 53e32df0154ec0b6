import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";

/** A question of a thread about files of the step. Plain data. */
export type FilesQuestion =
  /** The text of a file. */
  | { readonly kind: "text"; readonly path: string }
  /** The modules that each file names relatively. */
  | { readonly kind: "imports" };

/** The answers to the questions. */
export interface FilesAnswers {
  /** Empty for a file that is not of the step, has no grammar or cannot be read. */
  readonly text: readonly { readonly text: string; readonly language: string }[];
  /** Sorted by path, without files that name no module. */
  readonly imports: readonly { readonly path: string; readonly modules: readonly string[] }[];
}

/** Asks about files of the step, and returns the answer. */
export type AskFiles = <Kind extends FilesQuestion["kind"]>(
  question: Extract<FilesQuestion, { kind: Kind }>,
) => FilesAnswers[Kind];

/** A question on its way to the main thread. */
export interface AskedQuestion {
  readonly question: FilesQuestion;
  /** Takes the answer. */
  readonly port: MessagePort;
  /** Its first element becomes 1 when the port has the answer. */
  readonly flag: Int32Array;
}

/** Asks the main thread, and waits without giving up the call that is running. For threads only. */
export function askMainThread(
  question: FilesQuestion,
  post: (asked: AskedQuestion, transfer: readonly [MessagePort]) => void,
): unknown {
  const { port1: own, port2: port } = new MessageChannel();
  const flag = new Int32Array(new SharedArrayBuffer(4));
  try {
    post({ question, port, flag }, [port]);
    Atomics.wait(flag, 0, 0);
    return receiveMessageOnPort(own)?.message;
  } finally {
    own.close();
  }
}

/** Answers a question of a thread. One that cannot be answered has an empty answer. */
export async function answerQuestion(
  { question, port, flag }: AskedQuestion,
  answer: (question: FilesQuestion) => Promise<FilesAnswers[FilesQuestion["kind"]]>,
): Promise<void> {
  try {
    port.postMessage(await answer(question));
  } catch {
    port.postMessage([]); // The thread waits; what could not be read is reported by its own job.
  } finally {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  }
}
