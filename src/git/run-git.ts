import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "../shared/message-of.ts";
import { callGit, type GitCall, type GitLimits } from "./call-git.ts";
import { type FoundGit, findGit } from "./find-git.ts";
import { findRepository } from "./find-repository.ts";
import { type Environment, gitEnvironment, workingDirectory } from "./git-environment.ts";
import { GitError } from "./git-error.ts";
import { gitFolderOf } from "./git-folder.ts";
import { isOwnRepository } from "./is-own-repository.ts";
import {
  DRIVERS_QUESTION,
  driversOff,
  SAFE_ARGUMENTS,
  withHelpers,
  withoutPrograms,
} from "./safe-settings.ts";
import { treesAround } from "./trees-around.ts";

/** The exit code of git if no setting is found. */
const NO_DRIVERS = 1;

export type { Environment } from "./git-environment.ts";

/** Runs git in a folder and returns its standard output. Rejects when git fails. */
export type RunGit = (args: readonly string[]) => Promise<string>;

/** Enough for any question to an index, and for a list of a million long names; shorter than the longest string. */
const LIMITS: GitLimits = { time: 120_000, output: 511 * 1024 * 1024 };

/** The bounds of calls, and the folder that they are made for. */
export interface GitOptions extends Partial<GitLimits> {
  /** Programs in it are not run, nor those of its repository. Default: the folder that git runs in. */
  readonly tree?: string;
  /** Settings, `name=value`, that beat those of the repository and of the user. */
  readonly settings?: readonly string[];
  /** Variables that beat all others: another work tree or index, a date. */
  readonly variables?: Readonly<Record<string, string>>;
  /** True if the user's own helpers give credentials. Only for a repository that Sluice has made. */
  readonly usesHelpers?: boolean;
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
export function gitIn(cwd: string, environment?: Environment, options: GitOptions = {}): RunGit {
  const {
    tree = cwd,
    settings = [],
    variables: own = {},
    usesHelpers,
    onBytes,
    ...limits
  } = options;
  const variables = gitEnvironment(environment);
  const bounds = { ...LIMITS, ...limits };
  const before = settings.flatMap((setting) => ["-c", setting]);
  let found: FoundGit | undefined;
  let opened: Promise<GitPlace> | undefined;
  return async (args) => {
    const library = await import("simple-git"); // Commands that never call git start faster without it.
    found ??= findGit(tree, variables, treesAround(tree, variables, workingDirectory()));
    const env = { ...variables, ...found.variables };
    const call: GitCall = { library, program: found.program, cwd, env, limits: bounds };
    opened ??= openOnce(call, environment);
    const place = await opened;
    const here = {
      args: [...(usesHelpers ? withHelpers(place.args) : place.args), ...before],
      variables: { ...place.variables, ...own },
    };
    const output = callIn(here, args, { ...call, limits: { ...bounds, onBytes } });
    output.catch(() => undefined); // Of a repository that is refused, no other fault counts.
    await place.isAllowed;
    return output;
  };
}

/** The repositories that were opened, by the variables of their calls and by their folder and configuration. */
const openedPlaces = new WeakMap<object, Map<string, Promise<GitPlace>>>();
const INHERITED = {};

/** Opens a repository; again only if its configuration has changed, because that takes two calls of git. */
function openOnce(call: GitCall, environment: object = INHERITED): Promise<GitPlace> {
  const stamp = configurationStamp(call.cwd);
  if (stamp === undefined) return openPlace(call);
  const places = openedPlaces.get(environment) ?? new Map<string, Promise<GitPlace>>();
  openedPlaces.set(environment, places);
  const key = `${call.cwd}\0${call.program}\0${stamp}`;
  const known = places.get(key);
  if (known !== undefined) return known.catch(() => openPlace(call)); // Perhaps only that call was stopped.
  const opening = openPlace(call);
  places.set(key, opening);
  const forget = () => void places.delete(key);
  opening.then(({ isAllowed }) => isAllowed).catch(forget);
  return opening;
}

/** Returns a stamp of the configuration of the repository around a folder; undefined if it is not in its place. */
function configurationStamp(cwd: string): string | undefined {
  const dotGit = findRepository(cwd);
  if (dotGit === undefined) return undefined;
  try {
    const { ino, size, mtimeNs } = statSync(join(dotGit, "config"), { bigint: true });
    return `${dotGit}\0${ino} ${size} ${mtimeNs}`;
  } catch {
    return undefined; // A linked work tree, a submodule, or no repository at all: each call finds out itself.
  }
}

/** The repository that calls of git are about, as arguments and variables. */
interface GitPlace {
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** Rejects if the repository belongs to another user. */
  readonly isAllowed: Promise<unknown>;
}

function callIn(
  { args, variables }: Omit<GitPlace, "isAllowed">,
  command: readonly string[],
  call: GitCall,
) {
  const env = { ...call.env, ...variables };
  return callGit([...args, ...withoutPrograms(command)], command[0] ?? "", { ...call, env });
}

/** Finds the repository of a folder, and everything in its configuration that has to be switched off. */
async function openPlace(call: GitCall): Promise<GitPlace> {
  const dotGit = findRepository(call.cwd);
  // A merge of files outside of a work tree needs no repository; and none that git finds by itself is used.
  if (dotGit === undefined)
    return {
      args: SAFE_ARGUMENTS,
      variables: { GIT_DIR: join(call.cwd, ".git") },
      isAllowed: Promise.resolve(),
    };
  const GIT_WORK_TREE = dirname(dotGit);
  const variables = { GIT_DIR: folderOf(dotGit), GIT_WORK_TREE };
  const atTop = { ...call, cwd: GIT_WORK_TREE };
  // Git checks the owner (`safe.directory`) of a repository only if it looks for it.
  const search = { args: SAFE_ARGUMENTS, variables: {} };
  const isAllowed = isOwnRepository(dotGit, call.env)
    ? Promise.resolve()
    : callIn(search, ["rev-parse", "--git-dir"], atTop);
  isAllowed.catch(() => undefined); // Every call waits for it.
  const question = callIn({ args: SAFE_ARGUMENTS, variables }, DRIVERS_QUESTION, atTop);
  const off = driversOff(await question.catch(noDrivers));
  return {
    args: [...SAFE_ARGUMENTS, ...off.args],
    variables: { ...variables, ...off.variables },
    isAllowed,
  };
}

function folderOf(dotGit: string): string {
  try {
    return gitFolderOf(dotGit);
  } catch (error) {
    throw new GitError(messageOf(error), { cause: error });
  }
}

function noDrivers(error: unknown): string {
  if ((error as { readonly code?: unknown }).code === NO_DRIVERS) return "";
  throw error;
}
