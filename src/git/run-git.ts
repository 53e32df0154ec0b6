import { dirname, join } from "node:path";
import { callGit, type GitCall, type GitLimits } from "./call-git.ts";
import { DRIVERS_QUESTION, driversOff, NO_DRIVERS } from "./driver-settings.ts";
import { type FoundGit, findGit } from "./find-git.ts";
import { findRepository } from "./find-repository.ts";
import { type Environment, gitEnvironment, workingDirectory } from "./git-environment.ts";
import { gitFolderOf } from "./git-folder.ts";
import { SAFE_ARGUMENTS, withoutPrograms } from "./safe-settings.ts";
import { treesAround } from "./trees-around.ts";

export type { Environment } from "./git-environment.ts";

/** Runs git in a folder and returns its standard output. Rejects when git fails. */
export type RunGit = (args: readonly string[]) => Promise<string>;

/** Enough for any question to an index, and for a list of a million long names; shorter than the longest string. */
const LIMITS: GitLimits = { time: 120_000, output: 511 * 1024 * 1024 };

/** The bounds of calls, and the folder that they are made for. */
export interface GitOptions extends Partial<GitLimits> {
  /** Programs in it are not run, nor those of its repository. Default: the folder that git runs in. */
  readonly tree?: string;
}

/**
 * Returns git in `cwd`, whose calls run at the same time. The message of an error is git's standard error, and `code`
 * is its exit code, or `ENOENT` if git or `cwd` does not exist.
 *
 * Git gets the repository that Sluice found, and every setting of it that names a program is switched off: no
 * call runs anything that the tree or its configuration names. A repository whose folders belong to another user is
 * refused, as git itself does. The program git itself is never one of the tree.
 *
 * `environment` holds the variables of the process. Without it git inherits them.
 */
export function gitIn(
  cwd: string,
  environment?: Environment,
  { tree = cwd, ...limits }: GitOptions = {},
): RunGit {
  const variables = gitEnvironment(environment);
  const bounds = { ...LIMITS, ...limits };
  let found: FoundGit | undefined;
  let opened: Promise<GitPlace> | undefined;
  return async (args) => {
    const library = await import("simple-git"); // Commands that never call git start faster without it.
    found ??= findGit(tree, variables, treesAround(tree, variables, workingDirectory()));
    const env = { ...variables, ...found.variables };
    const call: GitCall = { library, program: found.program, cwd, env, limits: bounds };
    opened ??= openPlace(call);
    const place = await opened;
    return callIn(place, args, call);
  };
}

/** The repository that calls of git are about, as arguments and variables. */
interface GitPlace {
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

function callIn({ args, variables }: GitPlace, command: readonly string[], call: GitCall) {
  const env = { ...call.env, ...variables };
  return callGit([...args, ...withoutPrograms(command)], command[0] ?? "", { ...call, env });
}

/** Finds the repository of a folder, and everything in its configuration that has to be switched off. */
async function openPlace(call: GitCall): Promise<GitPlace> {
  const dotGit = findRepository(call.cwd);
  // A merge of files outside of a work tree needs no repository; and none that git finds by itself is used.
  if (dotGit === undefined)
    return { args: SAFE_ARGUMENTS, variables: { GIT_DIR: join(call.cwd, ".git") } };
  const GIT_WORK_TREE = dirname(dotGit);
  const variables = { GIT_DIR: gitFolderOf(dotGit), GIT_WORK_TREE };
  const atTop = { ...call, cwd: GIT_WORK_TREE };
  const [drivers] = await Promise.all([
    callIn({ args: SAFE_ARGUMENTS, variables }, DRIVERS_QUESTION, atTop).catch(noDrivers),
    // Git checks the owner (`safe.directory`) of a repository only if it looks for it.
    callIn({ args: SAFE_ARGUMENTS, variables: {} }, ["rev-parse", "--git-dir"], atTop),
  ]);
  const off = driversOff(drivers);
  return {
    args: [...SAFE_ARGUMENTS, ...off.args],
    variables: { ...variables, ...off.variables },
  };
}

function noDrivers(error: unknown): string {
  if ((error as { readonly code?: unknown }).code === NO_DRIVERS) return "";
  throw error;
}
