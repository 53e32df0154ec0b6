import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../shared/message-of.ts";
import { loadTransform } from "./load-transform.ts";
import { transformFile } from "./transform-file.ts";
import type {
  TransformAnswer,
  TransformJob,
  TransformMessage,
  TransformStart,
} from "./transform-shapes.ts";

/** Set by the thread that starts this one: `TransformThread`. */
const start = workerData as TransformStart;

const loading = loadTransform(start, (text) =>
  parentPort?.postMessage({ kind: "printed", text: `${text}\n` } satisfies TransformMessage),
);
let files: readonly string[] = [];

async function answerTo(job: TransformJob): Promise<TransformAnswer> {
  files = job.files ?? files;
  try {
    return await transformFile(await loading, { ...job, files }, start.root);
  } catch (error) {
    return { kind: "unusable", message: messageOf(error) };
  }
}

parentPort?.on("message", (job: TransformJob) => {
  answerTo(job).then((answer) => parentPort?.postMessage(answer));
});
