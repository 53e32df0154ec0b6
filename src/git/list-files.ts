import { lstatSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../model/tool-error.ts";
import { askWorkTree, type WorkTree } from "./ask-work-tree.ts";
import { findRepository } from "./find-repository.ts";
import { indexSizeOf } from "./index/index-stamp.ts";
import type { IndexEntry } from "./index/parse-index.ts";
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
  /** The state of the index that they are of. Undefined if none is known. */
  readonly indexStamp?: string | undefined;
}

/** The content of a file that does not differ from the index. */
export interface TrackedContent {
  /** The object id of its blob. */
  readonly blobId: string;
  /** The size of the file in bytes. It is not that of the blob if line ends were converted on the way. */
  readonly size: number;
}

/**
 * The size of an index, in bytes, from which it pays to know contents: below it, reading all files takes less time than
 * the process of git that tells which of them are converted.
 */
const LARGE_INDEX = 16 * 1024;

/** The settings of a listing. */
interface ListOptions {
  /** The answer of git, if it was asked. */
  readonly workTree?: Promise<WorkTree | undefined>;
  /** Contents are known if the index has so many bytes. */
  readonly largeIndex?: number;
  /** True if the answer may be about some files alone: to read these takes less time than to ask for contents. */
  readonly mayBePart?: boolean;
}

/**
 * Returns the files of a git work tree below `root`, relative to it: tracked files, and untracked files that are not
 * ignored, without submodules and without those deleted from the work tree. Returns undefined if `root` is in no work
 * tree, if its work tree ignores it, or if git is not installed.
 *
 * Throws a `ToolError` if there is a repository and git fails.
 */
export async function listGitFiles(
  root: string,
  git: RunGit = gitIn(root),
  { workTree = askWorkTree(root, git), largeIndex = LARGE_INDEX, mayBePart }: ListOptions = {},
): Promise<GitFiles | undefined> {
  const dotGit = findRepository(root);
  if (dotGit === undefined) return undefined;
  try {
    const isLarge = indexSizeOf(dotGit) >= largeIndex;
    const isWhole = mayBePart ? workTree.then((answer) => answer?.isPart === false) : true;
    const foreign = isLarge && (await isWhole) ? findForeignPaths(git) : undefined;
    const [answer, foreignPaths] = await Promise.all([workTree, foreign]);
    if (answer === undefined) return undefined;
    const files = filesOf(root, answer, foreignPaths);
    const isIgnored = !answer.isPart && files.paths.length === 0 && (await ignoresRoot(git));
    return isIgnored ? undefined : files;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // A call of git rejects with these only.
    if (code === "ENOENT") return undefined; // Git is not installed.
    // Without the answer of git, Sluice would edit files that git ignores.
    throw new ToolError(`git cannot list the files: ${message.trim()}`, { cause: error });
  }
}

/** Contents are known if it is known which files are converted, and git has followed no link to a file. */
function filesOf(
  root: string,
  { index, changes, indexStamp, headError }: WorkTree,
  foreign: ReadonlySet<string> | undefined,
): GitFiles {
  const knowsContents =
    foreign !== undefined && indexStamp !== undefined && headError === undefined;
  const untracked: string[] = [];
  const changed = new Set<string>();
  const absent = new Set<string>(); // Deleted files and submodules.
  for (const { code, path } of changes) {
    if (code === "??") untracked.push(path);
    // A folder has taken the place of the file, or of a folder above it a link: then the file has only changed.
    else if (code[1] !== " " && code[1] !== "M" && isGone(root, path)) absent.add(path);
    else if (code[1] !== " ") changed.add(path);
  }
  const indexed = new Set<string>(); // An unmerged file has several entries.
  const submodules: string[] = [];
  const contents = new Map<string, TrackedContent>();
  for (const { path, kind, isCompared, hidden, blobId, size } of index) {
    indexed.add(path);
    if (kind === "submodule") submodules.push(path);
    if (kind === "submodule" || (hidden === "assumed" && isGone(root, path))) absent.add(path);
    if (!knowsContents || kind !== "file" || !isCompared) continue;
    const isCurrent = !changed.has(path) && !absent.has(path) && !foreign.has(path);
    if (isCurrent && size !== undefined) contents.set(path, { blobId, size });
  }
  const tracked = absent.size === 0 ? indexed : [...indexed].filter((path) => !absent.has(path));
  // An untracked repository inside this one is listed as `folder/`.
  const paths = [...tracked, ...untracked.filter((path) => !path.endsWith("/"))];
  return { paths, untracked, indexed, submodules, hidden: hiddenIn(index), contents, indexStamp };
}

function isGone(root: string, path: string): boolean {
  try {
    return lstatSync(join(root, path), { throwIfNoEntry: false }) === undefined;
  } catch {
    return true; // Nothing is to be seen there.
  }
}

/** Returns the entries that git was told not to look at, each once. */
export function hiddenIn(index: readonly IndexEntry[]): readonly IndexEntry[] {
  return index.filter(({ hidden, kind }) => hidden !== undefined && kind !== "submodule");
}

/** Git prints the folder if it is ignored. Otherwise it prints nothing, with exit code 1. */
async function ignoresRoot(git: RunGit): Promise<boolean> {
  return git(["check-ignore", "."]).then(
    (output) => output.trim() !== "",
    () => false,
  );
}

/** The attributes that no other file has. */
const UNSPECIFIED = "!filter !ident !working-tree-encoding";

/**
 * Returns the tracked files that git converts on their way to the work tree with a filter, a keyword or another
 * encoding, perhaps to the same size. The blob id of such a file says nothing about the bytes on the disk; if only line
 * ends are converted, the size differs.
 */
async function findForeignPaths(git: RunGit): Promise<ReadonlySet<string>> {
  const output = await git(["ls-files", "-z", "--", ".", `:(exclude,attr:${UNSPECIFIED})`]);
  return new Set(output === "" ? [] : output.split("\0"));
}
