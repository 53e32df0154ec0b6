import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ToolError } from "../model/tool-error.ts";
import { findConversions } from "./find-conversions.ts";
import { gitIn, type RunGit } from "./run-git.ts";

/** The files of a work tree, and what git knows of them. */
export interface GitFiles {
  /** Not sorted. */
  readonly paths: readonly string[];
  /** What the content of a file is, where git knows without a look at it, by path. */
  readonly contents: ReadonlyMap<string, TrackedContent>;
}

/** The content of a file that does not differ from the index. */
interface TrackedContent {
  /** The object id of its blob. */
  readonly blobId: string;
  /** Line ends may have been converted on the way to the work tree: only its size tells whether they were. */
  readonly isConverted: boolean;
}

/** The modes of regular files. */
const REGULAR = ["100644", "100755"];
const SUBMODULE = "160000";

/**
 * The files of a git work tree below `root`, relative to it: tracked ones and untracked ones that
 * are not ignored, without those deleted from the work tree and without submodules. Undefined where
 * `root` is in no work tree, is ignored by the one it is in, or git is not there. Throws a `ToolError`
 * where there is a repository and git fails.
 */
export async function listGitFiles(root: string): Promise<GitFiles | undefined> {
  if (!isBelowRepository(root)) return undefined;
  const git = gitIn(root);
  try {
    const [index, others, converted] = await Promise.all([
      git(["ls-files", "-s", "-v", "-z"]),
      git(["ls-files", "-t", "-z", "--modified", "--deleted", "--others", "--exclude-standard"]),
      findConversions(git),
    ]);
    const files = readLists(splitNul(index), splitNul(others), converted);
    return files.paths.length === 0 && (await isIgnored(git)) ? undefined : files;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // What a call of git rejects with.
    if (code === "ENOENT") return undefined; // There is no git here.
    // To go on without git would edit what git ignores.
    throw new ToolError(`git cannot list the files: ${message.trim()}`, { cause: error });
  }
}

/** What git ignores below `root`, folders that are ignored as a whole as `folder/`; nothing outside of git. */
export async function listIgnoredByGit(root: string): Promise<readonly string[]> {
  if (!isBelowRepository(root)) return [];
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  // Where git fails, the list of files has said so.
  return gitIn(root)(args).then(splitNul, () => []);
}

function readLists(
  index: readonly string[],
  others: readonly string[],
  { convertsAll, convertedPaths, foreignPaths }: Awaited<ReturnType<typeof findConversions>>,
): GitFiles {
  const untracked: string[] = [];
  const changed = new Set<string>();
  const deleted = new Set<string>();
  for (const entry of others) {
    const path = entry.slice(2);
    if (entry.startsWith("? ")) untracked.push(path);
    else if (entry.startsWith("R ")) deleted.add(path);
    else changed.add(path);
  }
  const tracked = new Set<string>(); // An unmerged file has several entries.
  const contents = new Map<string, TrackedContent>();
  for (const entry of index) {
    const { tag, mode, blobId, stage, path } = parseEntry(entry);
    if (mode === SUBMODULE || deleted.has(path)) continue;
    tracked.add(path);
    // `H`: cached, and compared with the work tree.
    const isCurrent = tag === "H" && stage === "0" && !changed.has(path);
    if (isCurrent && REGULAR.includes(mode) && !foreignPaths.has(path))
      contents.set(path, { blobId, isConverted: convertsAll || convertedPaths.has(path) });
  }
  // An untracked repository of its own inside this one is listed as `folder/`.
  return {
    paths: [...tracked, ...untracked.filter((path) => !path.endsWith("/"))],
    contents,
  };
}

/**
 * One entry of the index, `H 100644 <blob id> 0<tab>path`: a tag, which is lower-case where git was told not
 * to look at the file, and a mode, which tells links (120000) and submodules from files. Cut by hand: there
 * may be a hundred thousand of them.
 */
function parseEntry(entry: string) {
  const tab = entry.indexOf("\t");
  return {
    tag: entry.slice(0, 1),
    mode: entry.slice(2, 8),
    blobId: entry.slice(9, tab - 2),
    stage: entry.slice(tab - 1, tab),
    path: entry.slice(tab + 1),
  };
}

/** Whether there is a `.git`, a folder or a file, here or above. Git's own words depend on its language. */
function isBelowRepository(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return true;
    if (dirname(folder) === folder) return false;
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
