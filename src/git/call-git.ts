import { existsSync } from "node:fs";
import { Readable } from "node:stream";
import { getSystemErrorName } from "node:util";
import type { SimpleGit, SimpleGitOptions } from "simple-git";
import { GitError } from "./git-error.ts";
import { isOfAnother, OwnershipError } from "./ownership-error.ts";

/**
 * Lifts every check that simple-git makes of arguments and variables. All arguments are written in this folder, those
 * that switch programs off among them, and the variables (`EDITOR`, `GIT_CONFIG_COUNT`, `GIT_SSH`) are those of the
 * user, for whom git accepts them.
 */
const ALLOW_EVERYTHING: Required<NonNullable<SimpleGitOptions["unsafe"]>> = {
  allowAbbreviatedOptions: true,
  allowUnsafeAlias: true,
  allowUnsafeAskPass: true,
  allowUnsafeCommandBinaries: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeCustomBinary: true, // The full path of git may have any character.
  allowUnsafeDiffExternal: true,
  allowUnsafeDiffTextConv: true,
  allowUnsafeEditor: true,
  allowUnsafeExec: true,
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeGitProxy: true,
  allowUnsafeGpgProgram: true,
  allowUnsafeHooksPath: true,
  allowUnsafeInclude: true,
  allowUnsafeMergeDriver: true,
  allowUnsafePack: true,
  allowUnsafePager: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeSshCommand: true,
  allowUnsafeSubmodule: true,
  allowUnsafeTemplateDir: true,
  allowUnsafeUrlRewrite: true,
};

/** The bounds of one call of git: a call that exceeds one is stopped and rejects. */
export interface GitLimits {
  /** From start to end; milliseconds. */
  readonly time: number;
  /** Of each of the two outputs; bytes. */
  readonly output: number;
  /** When it fires, calls that run are stopped, and no other begins. */
  readonly signal?: AbortSignal | undefined;
  /** Takes the standard error of a call that succeeded. */
  readonly onWarning?: ((text: string) => void) | undefined;
  /** Takes the bytes of the standard output, which is no text. */
  readonly onBytes?: ((bytes: Buffer) => void) | undefined;
}

/** The surroundings of a call of git. */
export interface GitCall {
  readonly library: typeof import("simple-git");
  /** The full path of git. */
  readonly program: string;
  readonly cwd: string;
  readonly env: Record<string, string | undefined>;
  readonly limits: GitLimits;
}

/**
 * Calls git once; `command` names the call in messages. An instance of the library runs its calls one after another, so
 * that each call gets its own.
 */
export function callGit(
  args: readonly string[],
  command: string,
  { library, program, cwd, env, limits }: GitCall,
): Promise<string> {
  const { time, output, signal, onWarning, onBytes } = limits;
  return new Promise((resolve, reject) => {
    let failure: Error | undefined; // The library replaces an error that is not of its own class.
    const abort = new AbortController();
    const stop = (message: string) => {
      reject(new GitError(message));
      abort.abort();
    };
    const onAbort = () => stop(`git ${command} was stopped`);
    if (signal?.aborted === true) return onAbort();
    signal?.addEventListener("abort", onAbort);
    const timer = setTimeout(stop, time, `git ${command} took longer than ${time / 1000} s`);
    const git = openLibrary(library, cwd, {
      binary: program,
      abort: abort.signal,
      allowEnvironment: Object.keys(env),
      errors(error, result) {
        failure = failureOf(result, `git ${command}`);
        if (failure === undefined) warn(result, onWarning);
        return failure ?? error;
      },
    });
    const onOverflow = () => stop(`git ${command} printed more than ${output} bytes`);
    git
      .env(env)
      .outputHandler(outputBounds({ limit: output, onOverflow, ended: abort.signal, onBytes }))
      .raw([...args])
      .then(resolve, (error: unknown) => reject(failure ?? error))
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      });
  });
}

function warn({ stdErr }: GitOutcome, onWarning: GitLimits["onWarning"]): void {
  if (stdErr.length > 0) onWarning?.(Buffer.concat(stdErr).toString());
}

/** Returns the handler that bounds each output of git: `limit` bytes, and no longer than the call. */
function outputBounds({
  limit,
  onOverflow,
  ended,
  onBytes,
}: {
  readonly limit: number;
  readonly onOverflow: () => void;
  readonly ended: AbortSignal;
  readonly onBytes: GitLimits["onBytes"];
}): Parameters<SimpleGit["outputHandler"]>[0] {
  return (_command, stdout, stderr) => {
    for (const output of [stdout, stderr].filter((each) => each instanceof Readable)) {
      limitOutput(output, limit, onOverflow);
      // A filter that git started, and that survives it, may hold the output open.
      ended.addEventListener("abort", () => output.destroy());
    }
    if (onBytes !== undefined) stdout.on("data", onBytes);
    // The library waits 50 ms for the output of a process that printed nothing.
    stdout.on("end", () => stdout.emit("data", Buffer.alloc(0)));
  };
}

/**
 * Opens the library in a folder. Throws `ENOENT` or `ENOTDIR` if the folder does not exist, as the start of git would.
 */
function openLibrary(
  { simpleGit, GitConstructError }: GitCall["library"],
  cwd: string,
  options: Partial<SimpleGitOptions>,
): SimpleGit {
  try {
    // By default the library returns what it has read of an output 50 ms after git has ended, even if there is more.
    const completion = { onClose: true, onExit: false };
    return simpleGit({ ...options, baseDir: cwd, completion, unsafe: ALLOW_EVERYTHING });
  } catch (error) {
    if (!(error instanceof GitConstructError)) throw error;
    const code = existsSync(cwd) ? "ENOTDIR" : "ENOENT";
    throw Object.assign(new GitError(`git cannot run in ${cwd}: ${code}`), { code });
  }
}

function limitOutput(output: Readable, limit: number, onOverflow: () => void): void {
  let size = 0;
  output.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) onOverflow();
  });
}

/**
 * Returns the error of a call that did not end with exit code 0. The library itself takes two failures for a success:
 * one without standard error, such as a merge with conflicts, and a git that a signal ended.
 */
function failureOf({ exitCode, stdErr }: GitOutcome, call: string): Error | undefined {
  if (exitCode === 0) return undefined;
  if (exitCode === null) return new GitError(`${call} was ended by a signal`);
  if (exitCode < 0) {
    // Git was not started: the code is the negated number of a system error.
    const code = getSystemErrorName(exitCode);
    return Object.assign(new GitError(`spawn git ${code}`), { code });
  }
  const message = Buffer.concat(stdErr).toString().replace(NO_FETCH, "").trim();
  if (isOfAnother(message)) return Object.assign(new OwnershipError(message), { code: exitCode });
  return Object.assign(new GitError(message || `${call} ended with exit code ${exitCode}`), {
    code: exitCode,
    isSilent: message === "",
  });
}

/** Git says it in front of what it lacks; here it never fetches. */
const NO_FETCH = /^warning: lazy fetching disabled.*\n/gm;

/** The outcome of a call, as the library reports it. */
interface GitOutcome {
  /** Null if a signal ended git. */
  readonly exitCode: number | null;
  readonly stdErr: Buffer[];
}
