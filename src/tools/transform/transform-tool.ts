import { factsOfLanguage } from "../../edit/language/language.ts";
import type { TransformParams } from "../../model/recipe/call-step.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import type { SearchSettings } from "../../model/search/search-settings.ts";
import type { AgentToolResult, ToolExecutionContext } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { CallSkip } from "../ast-edit/search/search-shapes.ts";
import { refuseWhenCancelled } from "../changes/commit-changes.ts";
import type { CodeFolder } from "../code-folder.ts";
import { endProposals } from "../proposals/end-proposals.ts";
import { findInputs, type InputFile } from "../proposals/find-inputs.ts";
import { queueProposals } from "../proposals/propose-texts.ts";
import type { TextEditContext } from "../text-edit/text-edit.ts";
import { answerFiles } from "./answer-files.ts";
import { describeAnswers, TRANSFORM } from "./describe-answers.ts";
import { type FormattedAnswers, formatAnswers } from "./format-answers.ts";
import { runJobs, type TransformJobs } from "./run-jobs.ts";
import { settleAnswers } from "./settle-answers.ts";
import type { AnswerOnText, TransformAnswer, TransformJob } from "./transform-shapes.ts";

/** The context of a call of `transform`. */
export interface TransformCallContext extends TextEditContext {
  /** Absolute. */
  readonly root: string;
  /** The folder that modules come from. */
  readonly code: CodeFolder;
  readonly languages?: readonly string[];
  /** Returns a file of the module that changed since the run began. */
  readonly changedCode: (module: string) => string | undefined;
  readonly onSearched?: (findings: SearchFindings) => void;
  readonly onProgress?: (done: number, total: number) => void;
  readonly onPrinted?: ((text: string) => void) | undefined;
}

/** The proposals of a call so far. */
interface Collected {
  /** By the path of the file that they were made for. */
  readonly answers: Map<string, AnswerOnText>;
  readonly skipped: CallSkip[];
  /** The hashes of the other files that the function looked into, by path. */
  readonly read: Map<string, string>;
  /** The texts that the function gets, by path; of other files nothing is asked. Default: those of the files. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
}

/** Runs a step `transform`: previews what the function of a module makes of each file, and queues it (A1). */
export async function runTransform(
  params: TransformParams,
  context: TransformCallContext,
  call: ToolExecutionContext,
): Promise<AgentToolResult> {
  const changed = context.changedCode(params.module);
  if (changed !== undefined)
    throw new ToolError(
      `${changed} is code of this run, and is not as it was before the first step: it is not run.`,
    );
  const inputs = await findInputs(params, context);
  const collected: Collected = {
    answers: new Map(),
    skipped: [...inputs.skipped],
    read: new Map(),
  };
  await transformAll(inputs.files, params, context, collected);
  const formatted = await formatCollected(inputs.files, params, context, collected);
  refuseWhenCancelled(context.signal);
  const described = await describeAnswers(formatted.answers, params.per, {
    ...context,
    read: collected.read,
  });
  const { changes, joined } = described;
  const failed = [...formatted.failed, ...described.failed];
  const alerts = [...formatted.alerts, ...described.alerts];
  const found = { parseErrors: 0, limitReached: false };
  const title = "Transform";
  const actions = await queueProposals(
    { tool: TRANSFORM, title, per: params.per, changes, joined, found },
    context,
    call,
  );
  const skipped = [...collected.skipped, ...failed];
  const ended = { title, inputs, skipped, alerts, changes, actions };
  return endProposals(ended, context.onSearched);
}

/** Formats what was proposed, and finds out if that is idempotent. */
async function formatCollected(
  files: readonly InputFile[],
  params: TransformParams,
  context: TransformCallContext,
  { answers }: Collected,
): Promise<FormattedAnswers> {
  const { formatter, search } = context;
  if (formatter === undefined) return { answers, failed: [], alerts: [] };
  const formatted = await formatAnswers(answers, formatter, context);
  if (search.asked?.includes("idempotent") === false) return formatted;
  const settled = await settleAnswers({
    ...{ answers, formatted: formatted.answers, formatter, context },
    async transform(texts) {
      const again: Collected = { answers: new Map(), skipped: [], read: new Map(), texts };
      const silent = { onProgress: () => undefined, onPrinted: () => undefined };
      await transformAll(files, params, { ...context, ...silent }, again);
      return new Map([...again.answers].map(([path, [answer]]) => [path, answer]));
    },
  });
  return { ...formatted, answers: settled };
}

/** Calls the function on files, or on texts in their place. */
async function transformAll(
  files: readonly InputFile[],
  params: TransformParams,
  context: TransformCallContext,
  { answers, skipped, read, texts }: Collected,
): Promise<void> {
  const { root, code, search, onPrinted = () => undefined } = context;
  const jobs = jobsOf(files, context, { answers, skipped, read, texts });
  const { module, api, params: own, timeout } = params;
  const namesLanguages = (params.languages ?? context.languages) !== undefined;
  const start = { root, code, module, api, params: own, namesLanguages };
  const answer = answerFiles(files, context, read);
  await runJobs(jobs, { workerFile: workerOf(search), start, timeout, onPrinted, answer });
  for (const [answer] of answers.values())
    if (answer.kind === "unusable")
      throw new ToolError(`The transform ${module} ${answer.message}.`);
}

/** Returns the jobs of a call, one for each file; their answers are collected. */
function jobsOf(
  files: readonly InputFile[],
  { workspace, search, signal, onProgress }: TransformCallContext,
  { answers, skipped, texts }: Collected,
): TransformJobs {
  const languages = new Map(files.map(({ path, language }) => [path, language]));
  const asksIdempotence = texts === undefined && (search.asked?.includes("idempotent") ?? true);
  const hashes = new Map<string, string>();
  let done = 0;
  return {
    paths: files.map(({ path }) => path),
    threads: (search.threads?.count ?? 0) + 1,
    signal,
    async jobOf(path: string): Promise<TransformJob | undefined> {
      if (texts?.has(path) === false) return undefined;
      const read = await workspace.read(path);
      if (read.kind !== "text") {
        const { why, detail } = read;
        skipped.push({ path, why, ...definedOnly({ detail }) });
        return undefined;
      }
      hashes.set(path, read.hash);
      const language = languages.get(path);
      const engineName = language && factsOfLanguage(language).engineName;
      const text = texts?.get(path) ?? read.text;
      return { path, text, language: engineName, asksIdempotence };
    },
    onAnswer(path: string, answer: TransformAnswer) {
      answers.set(path, [answer, hashes.get(path) ?? ""]);
      done += 1;
      onProgress?.(done, files.length);
    },
  };
}

/** The thread's module stands beside that of the search. */
function workerOf({ threads }: SearchSettings): URL {
  const beside =
    threads?.workerFile ?? new URL("../ast-edit/search/search-worker.js", import.meta.url);
  return new URL("../../transform/transform-worker.js", beside);
}
