import { realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { toPosix } from "../shared/paths/posix-path.ts";
import { findGit } from "./find-git.ts";
import { findRepository } from "./find-repository.ts";
import { type Environment, gitEnvironment, workingDirectory } from "./git-environment.ts";
import { gitFolderOf } from "./git-folder.ts";
import { type IndexEntry, parseIndex } from "./index/parse-index.ts";
import { readIndex } from "./index/read-index.ts";
import { isOwnRepository } from "./is-own-repository.ts";
import { gitIn, type RunGit } from "./run-git.ts";
import { splitNul } from "./split-nul.ts";
import { treesAround } from "./trees-around.ts";

/** A path that `git status` names, relative to the root, with its two letters: `??`, ` M`, `UU`. */
export interface StatusEntry {
  readonly code: string;
  /** An untracked repository is one entry, `folder/`. */
  readonly path: string;
}

/** All that git knows of the files below a root. */
export interface WorkTree {
  readonly index: readonly IndexEntry[];
  /** Everything that differs from the index or, in the index, from HEAD; and what is untracked and not ignored. */
  readonly changes: readonly StatusEntry[];
  /** A folder that is ignored as a whole is one entry, `folder/`. */
  readonly ignored: readonly string[];
  /** The state of the index, undefined if another process wrote to it meanwhile: the answers may be of different ones. */
  readonly indexStamp: string | undefined;
  /** The reason why it is not known what differs from HEAD. */
  readonly headError?: unknown;
}

/** One question for everything but the index. Git would look into submodules with their own settings, and filters. */
const STATUS = [
  ...["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames"],
  ...["--ignore-submodules=dirty", "--ignored=matching", "--", "."],
];

/** The index with all that git knows of the files (`--debug`): otherwise their sizes would cost a stat of each. */
const INDEX = ["ls-files", "-z", "-v", "-s", "--debug"];

/**
 * Asks git about a work tree, in one question; of an index that only git can read, in two at the same time. Returns
 * undefined outside of git. Rejects if there is a repository and git fails or is not installed.
 */
export async function askWorkTree(root: string, git: RunGit): Promise<WorkTree | undefined> {
  const dotGit = findRepository(root);
  if (dotGit === undefined) return undefined;
  const prefix = prefixOf(root, dotGit);
  const before = indexStampOf(dotGit);
  const [status, index] = await Promise.all([
    askStatus(root, git, prefix),
    readIndex(dotGit, prefix) ?? git(INDEX).then(parseIndex),
  ]);
  const ignored = withWholeFolders(status, index, prefix !== "");
  const indexStamp = indexStampOf(dotGit) === before ? before : undefined;
  return { ...status, index, ignored, indexStamp };
}

/**
 * Returns the paths that git ignores below `root`, a folder that is ignored as a whole as `folder/`; nothing outside of
 * git. Rejects if there is a repository and git cannot answer, also if git is not installed: what is ignored is then
 * not known.
 */
export async function listIgnoredByGit(root: string, git: RunGit): Promise<readonly string[]> {
  if (findRepository(root) === undefined) return [];
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  return git(args).then(splitNul);
}

/**
 * Returns the wanted paths in the index below `root`; none outside of git. The index of a repository that is the user's
 * own is read without git. Rejects if git has to read it, and cannot; also if git is not installed.
 */
export async function indexedPaths(
  root: string,
  environment?: Environment,
  isWanted: (path: string) => boolean = () => true,
): Promise<ReadonlySet<string>> {
  const dotGit = findRepository(root);
  if (dotGit === undefined) return new Set();
  const variables = gitEnvironment(environment);
  findGit(root, variables, treesAround(root, variables, workingDirectory()));
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

/** Returns the state of the index as a file: it differs after each write. */
export function indexStampOf(dotGit: string): string {
  const stats = indexStats(dotGit);
  return stats === undefined ? "none" : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

/** Undefined if there is no commit yet, or if git itself reports the fault. */
export function indexStats(dotGit: string): Stats | undefined {
  try {
    return statSync(join(gitFolderOf(dotGit), "index"));
  } catch {
    return undefined;
  }
}

type Status = Pick<WorkTree, "changes" | "ignored" | "headError">;

/** Git prints paths from the top of the work tree, in whatever folder it runs. */
async function askStatus(root: string, git: RunGit, prefix: string): Promise<Status> {
  let output: string;
  try {
    output = await git(STATUS);
  } catch (error) {
    if (typeof (error as { readonly code?: unknown }).code !== "number") throw error;
    return askWithoutHead(root, git, error);
  }
  const changes: StatusEntry[] = [];
  const ignored: string[] = [];
  for (const entry of splitNul(output)) {
    if (!entry.startsWith(prefix, 3)) continue; // A folder above that is ignored.
    const [code, path] = [entry.slice(0, 2), entry.slice(3 + prefix.length)];
    if (code === "!!") ignored.push(path === "" ? "./" : path);
    else changes.push({ code, path });
  }
  return { changes, ignored };
}

/** Asks what is to be known of the files if HEAD, or something else that only status looks at, is damaged. */
async function askWithoutHead(root: string, git: RunGit, headError: unknown): Promise<Status> {
  const changed = ["--modified", "--deleted", "--others", "--exclude-standard"];
  const [output, ignored] = await Promise.all([
    git(["ls-files", "-z", "-t", ...changed]),
    listIgnoredByGit(root, git),
  ]);
  const changes = splitNul(output).map((entry) => {
    return { code: CODES[entry.charAt(0)] ?? " M", path: entry.slice(2) };
  });
  return { changes, ignored, headError };
}

/** The codes of `git status` for the tags of `git ls-files`. */
const CODES: Readonly<Record<string, string>> = { "?": "??", R: " D" };

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
