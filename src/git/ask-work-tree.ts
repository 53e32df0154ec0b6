import { realpathSync } from "node:fs";
import { dirname, relative } from "node:path";
import { isInState, STATE_FOLDER } from "../model/state-folder.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { toPosix } from "../shared/paths/posix-path.ts";
import { findGit } from "./find-git.ts";
import { findRepository } from "./find-repository.ts";
import { type Environment, gitEnvironment, workingDirectory } from "./git-environment.ts";
import { indexStampOf } from "./index/index-stamp.ts";
import { type IndexEntry, parseIndex } from "./index/parse-index.ts";
import { readIndex } from "./index/read-index.ts";
import { isOwnRepository } from "./is-own-repository.ts";
import { gitIn, type RunGit } from "./run-git.ts";
import { splitNul } from "./split-nul.ts";
import { askStatus, type Status } from "./status/ask-status.ts";
import { type ChosenPaths, MOST_PATHS, pathspecsOf } from "./status/chosen-paths.ts";
import { treesAround } from "./trees-around.ts";

/** All that git knows of the files below a root. */
export interface WorkTree extends Status {
  readonly index: readonly IndexEntry[];
  /**
   * The state of the index, undefined if another process wrote to it meanwhile: the answers may be of different ones.
   */
  readonly indexStamp: string | undefined;
  /**
   * True if git was asked about some files alone: the index is of them, and of the state folder. What differs is of all
   * files if that was asked before.
   */
  readonly isPart: boolean;
}

/** The index with all that git knows of the files (`--debug`): otherwise their sizes would cost a stat of each. */
const INDEX = ["ls-files", "-z", "-v", "-s", "--debug", "--"];

/** The state folder, in any case. Without other paths it is one of all. */
const STATE = [`:(icase)${STATE_FOLDER}`];

/** An answer about chosen paths. */
interface PartAnswer extends Pick<WorkTree, "index" | "changes" | "headError"> {
  /** True if it is known that the root itself is not ignored. */
  readonly isRootKnown: boolean;
}

/** False if the answer about chosen paths could be another one than that about the whole root. */
function isEnough(
  { isAbove }: ChosenPaths,
  { index, changes, headError, isRootKnown }: PartAnswer,
): boolean {
  if (headError !== undefined) return false; // Perhaps only these paths are wrong.
  if (areMany(index)) return false;
  if (index.some(({ path, kind }) => kind === "submodule" || isAbove(path))) return false;
  return isRootKnown || index.some(({ path }) => !isInState(path)) || changes.length > 0;
}

/** True for chosen folders with many files: their contents are worth knowing, and git tells all of these at once. */
function areMany(index: readonly IndexEntry[]): boolean {
  return index.length > MOST_PATHS;
}

/** A question about a work tree that was asked before it is known if all of it is looked at. */
export interface StartedStatus {
  /** Undefined outside of git. */
  readonly answer: Promise<Status | undefined>;
  /** The state of the index before. */
  readonly indexStamp: string | undefined;
}

/** Asks what differs in the whole work tree. */
export function startStatus(root: string, git: RunGit): StartedStatus {
  const dotGit = findRepository(root);
  if (dotGit === undefined) return { answer: Promise.resolve(undefined), indexStamp: undefined };
  const indexStamp = indexStampOf(dotGit);
  const whole = {
    prefix: prefixOf(root, dotGit),
    pathspecs: pathspecsOf(undefined),
    isPart: false,
  };
  const answer = askStatus(root, git, whole);
  answer.catch(() => undefined); // Reported where the answer is used.
  return { answer, indexStamp };
}

/** The parts of a work tree that are asked about. */
export interface AskedTree {
  /** Default: all of it. */
  readonly chosen?: ChosenPaths;
  readonly started?: StartedStatus;
}

/**
 * Asks git about a work tree, or about chosen paths in it, in one question; of an index that only git can read, in two
 * at the same time. Returns undefined outside of git. Rejects if there is a repository and git fails or is not
 * installed.
 */
export async function askWorkTree(
  root: string,
  git: RunGit,
  { chosen, started }: AskedTree = {},
): Promise<WorkTree | undefined> {
  const dotGit = findRepository(root);
  if (dotGit === undefined) return undefined;
  const prefix = prefixOf(root, dotGit);
  const before = started?.indexStamp ?? indexStampOf(dotGit);
  const read = readIndex(dotGit, prefix, chosen?.isWanted);
  if (chosen && read && areMany(read)) return askWorkTree(root, git, definedOnly({ started }));
  const [pathspecs, isPart] = [pathspecsOf(chosen), chosen !== undefined];
  const ask = () => askStatus(root, git, { prefix, pathspecs, isPart });
  const [status, index] = await Promise.all([
    started ? started.answer.then((answer) => answer ?? ask()) : ask(),
    read ?? git([...INDEX, ...pathspecs, ...STATE]).then(parseIndex),
  ]);
  // A root that is a folder of a repository may be ignored as a whole: an answer about all files tells.
  const isRootKnown = prefix === "" || started !== undefined;
  if (chosen && !isEnough(chosen, { ...status, index, isRootKnown }))
    return askWorkTree(root, git, definedOnly({ started }));
  const ignored = isPart ? status.ignored : withWholeFolders(status, index, prefix !== "");
  const indexStamp = indexStampOf(dotGit) === before ? before : undefined;
  return { ...status, index, ignored, indexStamp, isPart };
}

/**
 * Returns the paths in the index below `root`, or those of the state folder alone; none outside of git. The index of a
 * repository that is the user's own is read without git. Rejects if git has to read it, and cannot; also if git is not
 * installed.
 */
export async function indexedPaths(
  root: string,
  environment?: Environment,
  part: "all" | "state" = "all",
): Promise<ReadonlySet<string>> {
  const dotGit = findRepository(root);
  if (dotGit === undefined) return new Set();
  const variables = gitEnvironment(environment);
  findGit(root, variables, treesAround(root, variables, workingDirectory()));
  const isWanted = part === "state" ? isInState : () => true; // Its name has the same bytes in latin1.
  const isOwn = isOwnRepository(dotGit, variables);
  const index = isOwn ? readIndex(dotGit, prefixOf(root, dotGit), isWanted) : undefined;
  if (index !== undefined) return new Set(index.map(({ path }) => path));
  const paths = splitNul(await gitIn(root, environment)(["ls-files", "-z"]));
  return new Set(paths.filter(isWanted));
}

/** Returns the path of a root from the top of its work tree, as git begins the paths below it: "" or `pkg/a/`. */
function prefixOf(root: string, dotGit: string): string {
  try {
    const below = toPosix(
      relative(realpathSync.native(dirname(dotGit)), realpathSync.native(root)),
    );
    return below === "" ? "" : `${below}/`;
  } catch {
    return ""; // Git reports that its folder does not exist.
  }
}

/**
 * Returns the ignored paths, and each folder in which everything is ignored although no pattern names the folder
 * itself: new files in it are ignored, too. The root is one, `./`, where it is a folder of a repository.
 */
function withWholeFolders(
  { changes, ignored }: Status,
  index: readonly IndexEntry[],
  isBelowTop: boolean,
): readonly string[] {
  const whole = new Set(ignored.flatMap(foldersOf));
  const others = changes.filter(({ code }) => code === "??");
  if (whole.size > 0)
    for (const { path } of [...index, ...others])
      for (const folder of [...foldersOf(path), `${path}/`]) whole.delete(folder); // It may have replaced a file.
  const hasOthers = index.length > 0 || others.length > 0;
  const self = isBelowTop && !hasOthers && ignored.length > 0 ? ["./"] : [];
  return [...new Set([...ignored, ...whole, ...self])];
}

/** Returns the folders that a path is below: `a/`, `a/b/`. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (
    let end = path.indexOf("/");
    end !== -1 && end < path.length - 1;
    end = path.indexOf("/", end + 1)
  )
    folders.push(path.slice(0, end + 1));
  return folders;
}
