import { execFile } from "node:child_process";

/** Runs git in a folder and answers its standard output; rejects where git fails. */
export type RunGit = (args: readonly string[]) => Promise<string>;

/** No question to an index takes so long; milliseconds. */
const TIME_LIMIT = 120_000;

/** A list of a million long names; bytes. */
const MAX_OUTPUT = 512 * 1024 * 1024;

/**
 * Settings that do not depend on the user or the repository: names as they are (`core.quotePath`), no monitor
 * of files that the settings of a repository name (`core.fsmonitor`), and patterns are patterns. What they
 * name as a filter may still be started: without it git cannot tell whether such a file was changed.
 */
const SETTINGS = [
  ...["-c", "core.quotePath=false"],
  ...["-c", "core.fsmonitor=false"],
  "--no-literal-pathspecs",
];

/** The environment variables that a process has; those of Windows in any case. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where another git has started Sluice, as for a hook, these say which repository and which index that one
 * is at, and how it reads patterns. Sluice asks about its root, and about the index of the work tree.
 */
const OF_ANOTHER_GIT: ReadonlySet<string> = new Set([
  ...["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"],
  ...["GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE"],
  ...["LITERAL", "GLOB", "NOGLOB", "ICASE"].map((kind) => `GIT_${kind}_PATHSPECS`),
]);

/**
 * Git in `cwd`. Calls run at the same time. What git says in rejecting is the message of the error, and
 * `code` is its exit code, or `ENOENT` where there is no git. No library: loading one costs more than a call.
 * Without `environment` git has that of the process, as it is.
 */
export function gitIn(cwd: string, environment?: Environment): RunGit {
  const env = environment && { env: withoutRepository(environment) };
  return (args) =>
    new Promise((resolve, reject) => {
      const options = {
        cwd,
        maxBuffer: MAX_OUTPUT,
        timeout: TIME_LIMIT,
        windowsHide: true,
        ...env,
      };
      execFile("git", [...SETTINGS, ...args], options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(Object.assign(error, { message: stderr.trim() || error.message }));
      });
    });
}

function withoutRepository(environment: Environment): Environment {
  const entries = Object.entries(environment);
  return Object.fromEntries(entries.filter(([name]) => !OF_ANOTHER_GIT.has(name.toUpperCase())));
}
