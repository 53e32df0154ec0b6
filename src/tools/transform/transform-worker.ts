import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../shared/message-of.ts";
import type { AdaptedTransform } from "./adapter.ts";
import { keepChildrenOffStdout } from "./children-output.ts";
import { loadTransform } from "./load-transform.ts";
import { transformFile } from "./transform-file.ts";
import type {
  ThreadJob,
  ThreadMessage,
  TransformAnswer,
  TransformStart,
} from "./transform-shapes.ts";

/** Set by the thread that starts this one: `TransformThread`. */
const start = workerData as TransformStart;

const tell = (message: ThreadMessage) => parentPort?.postMessage(message);

keepChildrenOffStdout();
const loading = loadTransform(start, (text) => tell({ kind: "printed", text: `${text}\n` }));
let files: readonly string[] = [];

async function answerTo({ serial, job }: ThreadJob): Promise<TransformAnswer> {
  files = job.files ?? files;
  let transform: AdaptedTransform;
  try {
    transform = await loading;
  } catch (error) {
    return { kind: "unusable", message: messageOf(error) };
  }
  tell({ kind: "begins", serial });
  return transformFile(transform, { ...job, files }, start.root);
}

parentPort?.on("message", (asked: ThreadJob) => {
  const { serial } = asked;
  answerTo(asked).then((answer) => tell({ kind: "answers", serial, answer }));
});
