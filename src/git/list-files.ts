import { statSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../model/tool-error.ts";
import { findForeignPaths } from "./find-foreign-paths.ts";
import { findRepository } from "./find-repository.ts";
import { gitFolderOf } from "./git-folder.ts";
import { type IndexEntry, parseIndex } from "./parse-index.ts";
import { gitIn, type RunGit } from "./run-git.ts";

/** The files of a work tree, and the contents that git knows. */
export interface GitFiles {
  /** Not sorted. */
  readonly paths: readonly string[];
  /** The paths of them that are not in the index; a repository inside this one is one entry, `folder/`. */
  readonly untracked: readonly string[];
  /** Everything in the index, also submodules and files that were deleted from the work tree. */
  readonly indexed: ReadonlySet<string>;
  /** The submodules in the index. */
  readonly submodules: readonly string[];
  /** The files in the index that git was told not to look at. */
  readonly hidden: readonly IndexEntry[];
  /** The contents that git knows without reading the file, by path. */
  readonly contents: ReadonlyMap<string, TrackedContent>;
}

/** The content of a file that does not differ from the index. */
export interface TrackedContent {
  /** The object id of its blob. */
  readonly blobId: string;
  /** The size of the file in bytes. It is not that of the blob if line ends were converted on the way. */
  readonly size: number;
}

/** The index with all that git knows of the files (`--debug`): otherwise their sizes would cost a stat of each. */
export const INDEX = ["ls-files", "-z", "-v", "-s", "--debug"];

const CHANGED = ["--modified", "--deleted", "--others", "--exclude-standard"];

/** A question of its own: it takes longest, and its answer is short, so that git does not wait for a reader. */
const CHANGES = ["ls-files", "-z", "-t", ...CHANGED];

/** The size of an index up to which starting git a second time takes longer than what it saves; bytes. */
const SMALL_INDEX = 128 * 1024;

/**
 * Returns the files of a git work tree below `root`, relative to it: tracked files, and untracked files that are not
 * ignored, without submodules and without those deleted from the work tree. Returns undefined if `root` is in no work
 * tree, if its work tree ignores it, or if git is not installed.
 *
 * Throws a `ToolError` if there is a repository and git fails. `ignored` is the result of {@link listIgnoredByGit}.
 */
export async function listGitFiles(
  root: string,
  git: RunGit = gitIn(root),
  ignored: Promise<readonly string[]> = listIgnoredByGit(root, git),
): Promise<GitFiles | undefined> {
  const repository = findRepository(root);
  if (repository === undefined) return undefined;
  try {
    const before = indexState(repository);
    const answers = [askLists(git, before), findForeignPaths(git), ignored] as const;
    const [{ index, changes }, foreign, others] = await Promise.all(answers);
    const files = readLists(index, changes, foreign, others);
    if (files.paths.length === 0 && (await isIgnored(git))) return undefined;
    // If another process wrote to the index in between, the answers may belong to different ones.
    const isSame = indexState(repository).stamp === before.stamp;
    return isSame ? files : { ...files, contents: new Map() };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // A call of git rejects with these only.
    if (code === "ENOENT") return undefined; // Git is not installed.
    // Without the answer of git, Sluice would edit files that git ignores.
    throw new ToolError(`git cannot list the files: ${message.trim()}`, { cause: error });
  }
}

/**
 * Returns the paths that git ignores below `root`, a folder that is ignored as a whole as `folder/`; nothing outside of
 * git. Rejects if there is a repository and git cannot answer, also if git is not installed: what is ignored is then
 * not known.
 */
export async function listIgnoredByGit(
  root: string,
  git: RunGit = gitIn(root),
): Promise<readonly string[]> {
  if (findRepository(root) === undefined) return [];
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  return git(args).then(splitNul);
}

/** The index, and the entries `C path`, `R path` and `? path` of files that are changed, deleted and not tracked. */
interface Lists {
  readonly index: readonly IndexEntry[];
  readonly changes: readonly string[];
}

async function askLists(git: RunGit, { size }: IndexState): Promise<Lists> {
  if (size > SMALL_INDEX) {
    const [index, changes] = await Promise.all([git(INDEX), git(CHANGES)]);
    return { index: parseIndex(index), changes: splitNul(changes) };
  }
  const changes: string[] = [];
  const output = await git([...INDEX, ...CHANGED]);
  return { index: parseIndex(output, (change) => changes.push(change)), changes };
}

function readLists(
  index: readonly IndexEntry[],
  changes: readonly string[],
  foreign: ReadonlySet<string>,
  ignored: readonly string[],
): GitFiles {
  const untracked: string[] = [];
  const changed = new Set<string>();
  const absent = new Set<string>(); // Deleted files and submodules.
  for (const entry of changes) {
    const path = entry.slice(2);
    if (entry.startsWith("? ")) untracked.push(path);
    else if (entry.startsWith("R ")) absent.add(path);
    else changed.add(path);
  }
  const indexed = new Set(index.map(({ path }) => path)); // An unmerged file has several entries.
  const behindLinks = filesBehindLinks(indexed, [...untracked, ...ignored]);
  const contents = new Map<string, TrackedContent>();
  for (const { path, kind, isCompared, blobId, size } of index) {
    if (kind === "submodule") absent.add(path);
    const isCurrent = isCompared && !changed.has(path) && !absent.has(path);
    if (isCurrent && kind === "file" && size !== undefined)
      if (!foreign.has(path) && !behindLinks.has(path)) contents.set(path, { blobId, size });
  }
  const tracked = absent.size === 0 ? indexed : [...indexed].filter((path) => !absent.has(path));
  // An untracked repository inside this one is listed as `folder/`.
  const paths = [...tracked, ...untracked.filter((path) => !path.endsWith("/"))];
  const submodules = index.flatMap(({ path, kind }) => (kind === "submodule" ? [path] : []));
  return { paths, untracked, indexed, submodules, hidden: hiddenIn(index), contents };
}

/** Returns the entries that git was told not to look at, each once. */
export function hiddenIn(index: readonly IndexEntry[]): readonly IndexEntry[] {
  return index.filter(({ hidden, kind }) => hidden !== undefined && kind !== "submodule");
}

/** The index as a file. */
interface IndexState {
  /** It differs after each write. Undefined if there is no commit yet, or if git itself reports the fault. */
  readonly stamp: string | undefined;
  readonly size: number;
}

function indexState(repository: string): IndexState {
  try {
    const { ino, size, mtimeMs } = statSync(join(gitFolderOf(repository), "index"));
    return { stamp: `${ino} ${size} ${mtimeMs}`, size };
  } catch {
    return { stamp: undefined, size: 0 };
  }
}

/** Git prints the folder if it is ignored. Otherwise it prints nothing, with exit code 1. */
async function isIgnored(git: RunGit): Promise<boolean> {
  return git(["check-ignore", "."]).then(
    (output) => output.trim() !== "",
    () => false,
  );
}

function splitNul(output: string): string[] {
  return output.split("\0").filter((entry) => entry !== "");
}

/**
 * Returns the files of the index that are below a folder which has become a link. Git follows the link and reports the
 * files as unchanged; but it lists the link itself, which it does not take for a folder, as untracked or ignored.
 */
function filesBehindLinks(
  indexed: Iterable<string>,
  untracked: readonly string[],
): ReadonlySet<string> {
  const others = untracked.filter((path) => !path.endsWith("/"));
  if (others.length === 0) return new Set();
  const folders = new Set<string>();
  let last = "/"; // Files of one folder follow each other.
  for (const path of indexed) {
    if (path.startsWith(last) && !path.includes("/", last.length)) continue;
    last = path.slice(0, path.lastIndexOf("/") + 1);
    let end = path.lastIndexOf("/");
    for (; end > 0 && !folders.has(path.slice(0, end)); end = path.lastIndexOf("/", end - 1))
      folders.add(path.slice(0, end));
  }
  const links = others.filter((path) => folders.has(path)).map((path) => `${path}/`);
  if (links.length === 0) return new Set();
  return new Set([...indexed].filter((path) => links.some((link) => path.startsWith(link))));
}
