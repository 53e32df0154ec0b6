import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../shared/message-of.ts";
import { type AdaptedFile, type AdaptedTransform, TransformStop } from "./adapter.ts";
import { keepChildrenOffStdout } from "./children-output.ts";
import { loadTransform } from "./load-transform.ts";
import { ownTextOf } from "./own-text.ts";
import type {
  ThreadJob,
  ThreadMessage,
  TransformAnswer,
  TransformJob,
  TransformStart,
} from "./transform-shapes.ts";

const MOST = 300;

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

/** Transforms one file, and finds out if the result stays as it is. An error of the module is that of the file. */
async function transformFile(
  transform: AdaptedTransform,
  {
    path,
    text,
    language,
    asksIdempotence,
    files,
  }: TransformJob & { readonly files: readonly string[] },
  root: string,
): Promise<TransformAnswer> {
  const file = { path, filename: join(root, path), text, language, files };
  try {
    const proposed = await transform(file);
    const own = ownTextOf(proposed, path);
    if (!asksIdempotence || own === undefined) return { kind: "done", files: proposed };
    const isIdempotent = await staysSame(transform, { ...file, text: own });
    return { kind: "done", files: proposed, isIdempotent };
  } catch (error) {
    if (error instanceof TransformStop) return { kind: "unusable", message: firstLineOf(error) };
    return { kind: "failed", message: firstLineOf(error) };
  }
}

/** Undefined if the transform took the file, and fails for its result. */
async function staysSame(
  transform: AdaptedTransform,
  result: AdaptedFile,
): Promise<boolean | undefined> {
  try {
    return (await transform(result)).length === 0;
  } catch {
    return undefined;
  }
}

function firstLineOf(error: unknown): string {
  const line = messageOf(error).split("\n", 1)[0] ?? "";
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line;
}
