import type { CommandParams } from "../../model/recipe/call-step.ts";
import type { FormatParams } from "../../model/recipe/format-params.ts";
import { CancelledError, ToolError } from "../../model/tool-error.ts";
import { batchesOf } from "../command/batches-of.ts";
import type { Shadow, Shadows } from "../command/shadow.ts";
import { MissingProgramError, startCommand } from "../command/start-command.ts";
import { withBinaries } from "./format-by-stdin.ts";
import type { FormatAnswer, TextOfFile } from "./formatter-shapes.ts";

/** The most starts beyond one for each batch, to find out for which files of a batch a formatter fails. */
const MOST_MORE = 100;

/** The context of a formatter that writes files. */
export interface FormattingInShadow {
  readonly shadow: Shadow;
  readonly shadows: Shadows;
  readonly signal: AbortSignal;
  readonly onPrinted: (text: string) => void;
}

/** Formats texts as files of a copy of the tree. No path is there twice. */
export async function formatFiles(
  texts: readonly TextOfFile[],
  params: FormatParams,
  context: FormattingInShadow,
): Promise<readonly FormatAnswer[]> {
  const byPath = new Map(texts.map((each) => [each.path, each.text]));
  const answers = new Map<string, FormatAnswer>();
  const budget = { left: MOST_MORE };
  for (const batch of batchesOf([...byPath.keys()], params.batch))
    for (const [path, answer] of await formatBatch(
      batch.map((path) => ({ path, text: byPath.get(path) ?? "" })),
      { params, budget, context },
    ))
      answers.set(path, answer);
  return texts.map(({ path }) => answers.get(path) ?? { kind: "failed", message: "it is missing" });
}

interface BatchCircumstances {
  readonly params: FormatParams;
  readonly budget: { left: number };
  readonly context: FormattingInShadow;
}

/** Formats some files at once; if that fails, each half of them, so that one file does not fail the others. */
async function formatBatch(
  batch: readonly TextOfFile[],
  circumstances: BatchCircumstances,
): Promise<readonly (readonly [path: string, answer: FormatAnswer])[]> {
  const { budget, context } = circumstances;
  const fault = await startOn(batch, circumstances);
  if (fault === undefined)
    return batch.map((each) => [each.path, readAnswer(each, context.shadow)]);
  if (batch.length === 1 || budget.left < 2) {
    const message = `${fault.replace(/\.$/, "")}${batch.length === 1 ? "" : " (for one of several files)"}`;
    return batch.map(({ path }) => [path, { kind: "failed", message }]);
  }
  budget.left -= 2;
  const middle = Math.ceil(batch.length / 2);
  return [
    ...(await formatBatch(batch.slice(0, middle), circumstances)),
    ...(await formatBatch(batch.slice(middle), circumstances)),
  ];
}

/** Starts the formatter once. Returns why it failed, if so. Throws if it cannot run at all. */
async function startOn(
  batch: readonly TextOfFile[],
  { params, context: { shadow, shadows, signal, onPrinted } }: BatchCircumstances,
): Promise<string | undefined> {
  for (const { path, text } of batch) shadow.write(path, text);
  const command: CommandParams = { ...params, per: "step", cwd: ".", batch: batch.length };
  const environmentOf = (names: readonly string[]) =>
    withBinaries(shadows.environmentOf(names), shadow.folder);
  try {
    await startCommand(
      command,
      batch.map(({ path }) => path),
      {
        shadow,
        shadows: { after: shadows.after, environmentOf },
        ...{ signal, onPrinted, onProgress: () => undefined },
      },
    );
  } catch (error) {
    if (error instanceof MissingProgramError || !(error instanceof ToolError)) throw error;
    return error.message;
  }
  if (signal.aborted) throw new CancelledError("The run was stopped before this was written.");
  return undefined;
}

function readAnswer({ path, text }: TextOfFile, shadow: Shadow): FormatAnswer {
  const read = shadow.read(path);
  if (read.kind !== "text") {
    const message = `the formatter left no text in its place (${read.why})`;
    return { kind: "failed", message };
  }
  if (read.text === "" && text !== "")
    return { kind: "failed", message: "the formatter left nothing of it" };
  return { kind: "done", text: read.text };
}
