import { delimiter, join } from "node:path";
import { MAX_FILE_BYTES } from "../../files/decode-text.ts";
import { type FormatParams, PATH_ARGUMENT } from "../../model/recipe/format-params.ts";
import { CancelledError, ToolError } from "../../model/tool-error.ts";
import { MARK_VARIABLE } from "../../shared/process/end-marked.ts";
import { mapBounded } from "../../shared/process/map-bounded.ts";
import { type CommandResult, runCommand } from "../../shared/process/run-command.ts";
import { shown } from "../../shared/shown.ts";
import { reasonLines } from "../command/reason-lines.ts";
import type { Shadows } from "../command/shadow.ts";
import { notStarted, QUIET } from "../command/start-command.ts";
import type { FormatAnswer, TextOfFile } from "./formatter-shapes.ts";

/** The starts of a formatter at the same time. */
const WIDTH = 4;

/** The context of a formatter that gets texts by its standard input. */
export interface FormattingHere {
  /** The folder in which it runs; absolute. */
  readonly folder: string;
  readonly shadows: Pick<Shadows, "environmentOf">;
  /** Marks everything that the formatter starts. */
  readonly mark: string;
  /** When it fires, the formatter is ended. */
  readonly signal: AbortSignal;
}

/** Formats texts with one start for each, a few at the same time. */
export async function formatByStdin(
  texts: readonly TextOfFile[],
  params: FormatParams,
  { folder, shadows, mark, signal }: FormattingHere,
): Promise<readonly FormatAnswer[]> {
  const own = withBinaries(shadows.environmentOf(params.env), folder);
  const env = { ...own, ...QUIET, [MARK_VARIABLE]: mark };
  const { timeout } = params;
  const limits = { timeout, signal, maxOutput: 2 * MAX_FILE_BYTES, endsGroup: true };
  return mapBounded(texts, WIDTH, async ({ path, text }) => {
    const command = commandLine(params, path);
    const result = await runCommand(command, { cwd: folder, env, input: text, ...limits });
    return answerOf(result, text, params);
  });
}

/** Returns variables with which programs of the packages in a folder are found by their names, as in npm scripts. */
export function withBinaries(
  env: Readonly<Record<string, string>>,
  folder: string,
): Readonly<Record<string, string>> {
  const key = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const paths = [join(folder, "node_modules/.bin"), ...(env[key] ? [env[key]] : [])];
  return { ...env, [key]: paths.join(delimiter) };
}

function commandLine({ run: [program = "", ...words] }: FormatParams, path: string) {
  const name = path.startsWith("-") ? `./${path}` : path; // It would be an option.
  return [program, ...words.map((word) => word.replaceAll(PATH_ARGUMENT, () => name))];
}

function answerOf(
  { code, stdout, stderr, stopped, signal, startError }: CommandResult,
  text: string,
  { run: [program = ""], ok, timeout }: FormatParams,
): FormatAnswer {
  const name = shown(program);
  if (startError !== undefined) throw new ToolError(notStarted(name, startError));
  if (stopped === "aborted")
    throw new CancelledError("The run was stopped before this was written.");
  const errors = stderr.slice(-TAIL);
  const output = reasonLines({ tail: errors, errors });
  const end = output === "" ? "" : `: ${output}`;
  const failed = (what: string): FormatAnswer => {
    return { kind: "failed", message: `the formatter \`${name}\` ${what}` };
  };
  if (stopped === "timeout")
    return failed(`took longer than ${timeout / 1000} s, and was ended${end}`);
  if (stopped === "output") return failed(`printed more than ${2 * MAX_FILE_BYTES} bytes`);
  if (signal !== undefined) return failed(`was ended by ${signal}${end}`);
  if (code === null || !ok.includes(code)) return failed(`ended with exit code ${code}${end}`);
  if (stdout === "") return failed(`printed nothing${end}`);
  if (stdout.includes("\uFFFD") && !text.includes("\uFFFD"))
    return failed("printed what is no UTF-8");
  return { kind: "done", text: stdout };
}

/** The end of the error output from which a message takes lines; UTF-16 code units. */
const TAIL = 8192;
