import { lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ToolError } from "../model/tool-error.ts";
import { filesBehindLinks } from "./files-behind-links.ts";
import { findForeignPaths } from "./find-foreign-paths.ts";
import { findRepository } from "./find-repository.ts";
import { type IndexEntry, parseIndex } from "./parse-index.ts";
import { type Environment, gitIn, type RunGit } from "./run-git.ts";

/** The files of a work tree, and what git knows of them. */
export interface GitFiles {
  /** Not sorted. */
  readonly paths: readonly string[];
  /** Everything in the index, also submodules and what was deleted from the work tree. */
  readonly indexed: ReadonlySet<string>;
  /** What the content of a file is, where git knows without a look at it, by path. */
  readonly contents: ReadonlyMap<string, TrackedContent>;
}

/** The content of a file that does not differ from the index. */
export interface TrackedContent {
  /** The object id of its blob. */
  readonly blobId: string;
  /** Of the file, which is not as long as the blob where line ends were converted on the way; bytes. */
  readonly size: number;
}

/** The index with what git knows of the files (`--debug`): their sizes cost a look at each of them otherwise. */
const INDEX = ["ls-files", "-z", "-v", "-s", "--debug"];

/** A question of its own: it takes longest, and has little to say, so that it waits for no reader. */
const CHANGES = [
  "ls-files",
  "-z",
  "-t",
  "--modified",
  "--deleted",
  "--others",
  "--exclude-standard",
];

/**
 * The files of a git work tree below `root`, relative to it: tracked ones and untracked ones that
 * are not ignored, without those deleted from the work tree and without submodules. Undefined where
 * `root` is in no work tree, is ignored by the one it is in, or git is not there. Throws a `ToolError`
 * where there is a repository and git fails. `ignored` is what {@link listIgnoredByGit} answers.
 */
export async function listGitFiles(
  root: string,
  environment?: Environment,
  ignored: Promise<readonly string[]> = listIgnoredByGit(root, environment),
): Promise<GitFiles | undefined> {
  const repository = findRepository(root);
  if (repository === undefined) return undefined;
  const git = gitIn(root, environment);
  try {
    const before = indexStamp(repository);
    const answers = [git(INDEX), git(CHANGES), findForeignPaths(git), ignored] as const;
    const [index, changes, foreign, others] = await Promise.all(answers);
    const files = readLists(parseIndex(index), splitNul(changes), foreign, others);
    if (files.paths.length === 0 && (await isIgnored(git))) return undefined;
    // Somebody wrote to the index meanwhile: the two answers may be about different ones.
    return indexStamp(repository) === before ? files : { ...files, contents: new Map() };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // What a call of git rejects with.
    if (code === "ENOENT") return undefined; // There is no git here.
    // To go on without git would edit what git ignores.
    throw new ToolError(`git cannot list the files: ${message.trim()}`, { cause: error });
  }
}

/** What git ignores below `root`, folders that are ignored as a whole as `folder/`; nothing outside of git. */
export async function listIgnoredByGit(
  root: string,
  environment?: Environment,
): Promise<readonly string[]> {
  if (findRepository(root) === undefined) return [];
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  // Where git fails, the list of files has said so.
  return gitIn(root, environment)(args).then(splitNul, () => []);
}

function readLists(
  index: readonly IndexEntry[],
  changes: readonly string[],
  foreign: ReadonlySet<string>,
  ignored: readonly string[],
): GitFiles {
  const untracked: string[] = [];
  const changed = new Set<string>();
  const absent = new Set<string>(); // Deleted ones and submodules.
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
  // An untracked repository of its own inside this one is listed as `folder/`.
  const paths = [...tracked, ...untracked.filter((path) => !path.endsWith("/"))];
  return { paths, indexed, contents };
}

/** Differs when the index was written. In a linked work tree `.git` names the folder that it is in. */
function indexStamp(repository: string): string | undefined {
  try {
    const folder = lstatSync(repository).isDirectory()
      ? repository
      : resolve(
          dirname(repository),
          readFileSync(repository, "utf8").replace("gitdir:", "").trim(),
        );
    const { ino, size, mtimeMs } = statSync(join(folder, "index"));
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return undefined; // No commit yet; or git itself says what is wrong.
  }
}

/** Git names the folder where it is ignored, and answers nothing, with exit code 1, where it is not. */
async function isIgnored(git: RunGit): Promise<boolean> {
  return git(["check-ignore", "."]).then(
    (output) => output.trim() !== "",
    () => false,
  );
}

function splitNul(output: string): string[] {
  return output.split("\0").filter((entry) => entry !== "");
}
