import { execFile } from "node:child_process";

/** Runs git in a folder and answers its standard output; rejects where git fails. */
export type RunGit = (args: readonly string[]) => Promise<string>;

/** No question to an index takes so long; milliseconds. */
const TIME_LIMIT = 120_000;

/** A list of a million long names; bytes. */
const MAX_OUTPUT = 512 * 1024 * 1024;

/**
 * Settings that do not depend on the user or the repository: names as they are (`core.quotePath`), and
 * no program that a repository names is started by a read (`core.fsmonitor`), and patterns are patterns.
 */
const SETTINGS = [
  ...["-c", "core.quotePath=false"],
  ...["-c", "core.fsmonitor=false"],
  "--no-literal-pathspecs",
];

/**
 * Git in `cwd`. Calls run at the same time. What git says in rejecting is the message of the error, and
 * `code` is its exit code, or `ENOENT` where there is no git. No library: loading one costs more than a call.
 */
export function gitIn(cwd: string): RunGit {
  return (args) =>
    new Promise((resolve, reject) => {
      const options = { cwd, maxBuffer: MAX_OUTPUT, timeout: TIME_LIMIT, windowsHide: true };
      execFile("git", [...SETTINGS, ...args], options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(Object.assign(error, { message: stderr.trim() || error.message }));
      });
    });
}
