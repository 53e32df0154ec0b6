import { statSync } from "node:fs";
import { join } from "node:path";
import { relative } from "node:path/posix";
import { realPathOf } from "../../files/real-path.ts";
import type { CommandParams } from "../../model/recipe/call-step.ts";
import { FILES_ARGUMENT } from "../../model/recipe/program-params.ts";
import { ToolError } from "../../model/tool-error.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";
import { LineReader } from "../../shared/process/line-reader.ts";
import { LONGEST_WAIT } from "../../shared/process/longest-wait.ts";
import { runForTail, type TailResult } from "../../shared/process/run-for-tail.ts";
import { redactor } from "../../shared/redact.ts";
import { shown } from "../../shared/shown.ts";
import { batchesOf } from "./batches-of.ts";
import { reasonLines } from "./reason-lines.ts";
import type { KeptOutput, Shadow, Shadows } from "./shadow.ts";

/** The end of an output that is kept; bytes. */
const TAIL = 8192;

/** A program that cannot be started at all. */
export class MissingProgramError extends ToolError {}

/** Returns why a program cannot be started, from the error of the system. */
export function notStarted(name: string, error: string): string {
  return /\bENOENT\b/.test(error)
    ? `The program \`${name}\` was not found. Install it, or name the folder that has it under \`link\`.`
    : `The program \`${name}\` cannot be started: ${error}.`;
}

/** The context of the starts of a command. */
export interface StartingCommand {
  readonly shadow: Shadow;
  readonly shadows: Pick<Shadows, "environmentOf" | "after">;
  /** When it fires, the program is ended. */
  readonly signal: AbortSignal;
  readonly onPrinted: (text: string) => void;
  readonly onProgress: (done: number, total: number) => void;
  readonly printed?: KeptOutput | undefined;
}

/**
 * Runs a command on files of a shadow: once, or once for each batch if the files stand in its arguments. Throws a
 * `ToolError` at the first start that fails; what it did stays in the shadow.
 */
export async function startCommand(
  params: CommandParams,
  files: readonly string[],
  { shadow, shadows, signal, onPrinted, onProgress, printed }: StartingCommand,
): Promise<void> {
  const { run, cwd, timeout, env: names } = params;
  const folder = folderOf(shadow.folder, cwd);
  const limit = shadows.after(timeout);
  const until = AbortSignal.any([signal, limit]);
  const env = { ...shadows.environmentOf(names), ...QUIET };
  let done = 0;
  for (const batch of run.includes(FILES_ARGUMENT) ? batchesOf(files, params.batch) : [files]) {
    const lines = printed && outputLines(names, env, printed);
    const ended = await runForTail(commandLine(params, batch), {
      onOutput: (chunk, of) => {
        if (of === "stdout") lines?.add(chunk);
      },
      cwd: folder,
      env,
      shell: false,
      timeout: LONGEST_WAIT,
      signal: until,
      tailBytes: TAIL,
    });
    lines?.end();
    await printed?.end();
    if (ended.tail.trim() !== "") onPrinted(ended.tail);
    if (ended.startError !== undefined)
      throw new MissingProgramError(notStarted(shown(run[0] ?? ""), ended.startError));
    const fault = faultOf(ended, params, limit.aborted);
    if (fault !== undefined && !signal.aborted) throw new ToolError(fault);
    if (signal.aborted) return;
    done += batch.length;
    onProgress(done, files.length);
  }
}

/** Takes an output apart into lines, and puts marks in the place of what the named variables hold. */
function outputLines(
  names: readonly string[],
  env: Readonly<Record<string, string>>,
  printed: KeptOutput,
) {
  const values = names.map((name) => env[name] ?? "");
  const redact = redactor([...values, ...values.flatMap((value) => value.split(/\r?\n/))]);
  return new LineReader((line) => printed.line(redact(line)));
}

/** `npx` installs nothing by itself: standard input is closed, so that it could not ask. */
export const QUIET = { npm_config_yes: "false" };

/** Returns the program with its arguments; the files of a batch stand in the place of `{files}`. */
function commandLine({ run, cwd }: CommandParams, files: readonly string[]): readonly string[] {
  const names = files.map((path) => {
    const name = relative(cwd, path);
    return name.startsWith("-") ? `./${name}` : name; // It would be an option.
  });
  return run.flatMap((argument) => (argument === FILES_ARGUMENT ? names : [argument]));
}

/** Finds the folder of a command; a link on the way to it must not lead out of the shadow. */
function folderOf(shadow: string, cwd: string): string {
  const [inside, path] = [realPathOf(shadow), realPathOf(join(shadow, cwd))];
  if (path === undefined || !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new ToolError(`\`cwd\`: there is no folder \`${cwd}\` among the files that git lists.`);
  if (inside === undefined || pathInside(inside, path) === undefined)
    throw new ToolError(`\`cwd\`: \`${cwd}\` leads out of the root.`);
  return path;
}

/** Returns why a start has failed, with the end of its output; undefined if it has not. */
function faultOf(
  { code, signal, stopped, tail, errors }: TailResult,
  { run: [program = ""], ok, timeout }: CommandParams,
  isLate: boolean,
): string | undefined {
  const name = shown(program);
  const output = reasonLines({ tail, errors });
  const end = output === "" ? "." : `: ${output}`;
  if (isLate)
    return `\`${name}\` took longer than ${timeout / 1000} s, and was ended with all that it started${end}`;
  if (stopped !== undefined) return "The run was stopped.";
  if (signal !== undefined) return `\`${name}\` was ended by ${signal}${end}`;
  return code !== null && ok.includes(code)
    ? undefined
    : `\`${name}\` ended with exit code ${code}${end}`;
}
