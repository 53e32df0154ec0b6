import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { isOwnModule, type TransformApi } from "../../model/recipe/call-step.ts";
import { isRecord } from "../../shared/is-record.ts";
import { messageOf } from "../../shared/message-of.ts";
import { CodeFiles } from "../code-files.ts";
import { createImporter, type Importing, importModule, ModuleLoader } from "../load-module.ts";
import {
  type AdaptedFile,
  type AdaptedTransform,
  type Adapter,
  type TransformModule,
  TransformStop,
} from "./adapter.ts";
import { keepChildrenOffStdout } from "./children-output.ts";
import { type AskFiles, askMainThread, type FilesAnswers } from "./files-asked.ts";
import { findApi } from "./find-api.ts";
import { installAdvice, installCommand } from "./install-advice.ts";
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

const ask: AskFiles = (question) =>
  askMainThread(question, (asked, transfer) =>
    parentPort?.postMessage({ kind: "asks", asked } satisfies ThreadMessage, transfer),
  ) as FilesAnswers[(typeof question)["kind"]]; // As `answerFiles` answers it.

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

/** Each form, loaded when it is needed. */
const ADAPTERS: Readonly<Record<TransformApi, () => Promise<Adapter>>> = {
  sluice: async () => (await import("./adapters/adapt-sluice.ts")).adaptSluice,
  jssg: async () => (await import("./adapters/adapt-jssg.ts")).adaptJssg,
  jscodeshift: async () => (await import("./adapters/adapt-jscodeshift.ts")).adaptJscodeshift,
  "es-tooling": async () => (await import("./adapters/adapt-es-tooling.ts")).adaptEsTooling,
};

/** Loads the module of a transform. Throws, in words that follow its name, if it cannot be used. */
async function loadTransform(
  start: TransformStart,
  print: TransformModule["print"],
): Promise<AdaptedTransform> {
  const { module, api: chosen, params, root, code, namesLanguages } = start;
  const loader = new ModuleLoader(root, code);
  const files = new CodeFiles(loader.folder);
  const place = isOwnModule(module)
    ? loader.note(resolve(root, module))
    : placeOfPackage(module, loader.folder);
  const from = pathToFileURL(join(loader.folder, "package.json")).href;
  const importPackage = packagesOf(loader.folder, { from, files });
  const sources: string[] = [];
  const onSource = (text: string) => void sources.push(text);
  const evaluate = await evaluationOf(place, { from, files, onSource }, print);
  const imported = await evaluate();
  const exports = isRecord(imported)
    ? imported
    : typeof imported === "function"
      ? { ...imported }
      : {};
  const main = mainOf(imported);
  const api = chosen ?? findApi({ exports, path: place, text: readFileSync(place, "utf8") });
  if (typeof api === "object") throw new Error(api.fault);
  const adapt = await ADAPTERS[api]();
  const evaluateAgain = async () => mainOf(await evaluate());
  const own = { exports, main, sources, evaluateAgain };
  return adapt({ ...own, params, root, namesLanguages, print, importPackage, ask });
}

/** Returns the import of packages of a project. */
function packagesOf(folder: string, importing: Importing): TransformModule["importPackage"] {
  return async (name) => {
    try {
      return await importModule(placeOfPackage(name, folder), importing);
    } catch (error) {
      throw new Error(`needs the package ${name}, which ${messageOf(error)}`, { cause: error });
    }
  };
}

/**
 * Returns a function that evaluates the module itself, for which the modules of codemod exist, and an engine that
 * cannot end the process.
 */
async function evaluationOf(
  place: string,
  importing: Importing,
  print: TransformModule["print"],
): Promise<() => Promise<unknown>> {
  const { jssgModules } = await import("./adapters/jssg-modules.ts");
  const { guardEngine } = await import("./adapters/guard-engine.ts");
  guardEngine();
  const load = await createImporter({ ...importing, given: jssgModules(print) });
  return async () => {
    try {
      return await load(place);
    } catch (error) {
      const [reason = ""] = messageOf(error).split("\n", 1); // Without the stack of `require`.
      throw new Error(`cannot be loaded: ${reason}${installAdvice(reason)}`);
    }
  };
}

function placeOfPackage(name: string, folder: string): string {
  try {
    return createRequire(join(folder, "package.json")).resolve(name);
  } catch {
    throw new Error(
      `is not installed: no package \`${name}\` in the \`node_modules\` of the project; ${installCommand(name)}`,
    );
  }
}

/** The default export, also of a module that was compiled from one, or the whole export. Throws if there is none. */
function mainOf(imported: unknown): TransformModule["main"] {
  for (let value = imported, depth = 0; depth < 3; depth += 1) {
    if (typeof value === "function") return value as TransformModule["main"]; // Called as its form says.
    if (!isRecord(value)) break;
    value = value.default;
  }
  throw new Error("has no default export that is a function");
}
