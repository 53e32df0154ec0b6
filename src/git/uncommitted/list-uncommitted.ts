import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { blobIdOf } from "../../shared/blob-id.ts";
import { askWorkTree, type WorkTree } from "../ask-work-tree.ts";
import { inBatches } from "../in-batches.ts";
import type { IndexEntry } from "../index/parse-index.ts";
import { hiddenIn } from "../list-files.ts";
import { type Environment, gitIn, type RunGit } from "../run-git.ts";
import type { StatusEntry } from "../status/ask-status.ts";
import type { judgeFiltered } from "./judge-filtered.ts";

/** The files of a work tree that are not committed. Paths are relative to the folder that was asked about. */
export interface Uncommitted {
  /** Not sorted. */
  readonly paths: readonly string[];
  /** Files that were touched, and of which only a filter, which is not run, could tell if they have changed. */
  readonly unknown: readonly string[];
}

/** The surroundings of a question. */
interface UncommittedOptions {
  readonly signal?: AbortSignal | undefined;
  /** The answer of git, if it was asked; otherwise it is asked here. */
  readonly workTree?: Promise<WorkTree | undefined> | undefined;
}

/**
 * Returns the paths that are not committed below `root`, relative to it: files that differ from the index or in the
 * index from HEAD, deleted files too, and untracked files that are not ignored; also those that git was told not to
 * look at. A submodule, or another repository inside this one, is one entry.
 *
 * Returns undefined if `root` is in no work tree or git is not installed. Rejects with git's own message if git fails,
 * and when `signal` fires.
 */
export async function listUncommitted(
  root: string,
  environment?: Environment,
  { signal, workTree }: UncommittedOptions = {},
): Promise<Uncommitted | undefined> {
  const git = gitIn(root, environment, { signal });
  try {
    const answer = await (workTree ?? askWorkTree(root, git));
    if (answer === undefined) return undefined;
    const { index, changes, headError } = answer;
    if (headError !== undefined) throw headError;
    const hidden = await hiddenChanges(root, git, hiddenIn(index));
    const touched = [...touchedOf(changes, index), ...hidden.filter(({ kind }) => kind === "file")];
    const { judgeFiltered: judge } = await import("./judge-filtered.ts");
    const filtered = await judge(root, git, touched, { signal });
    const submodules = index.flatMap(({ path, kind }) => (kind === "submodule" ? [path] : []));
    const below = await lookIntoSubmodules(root, submodules, { environment, signal });
    const paths = [...changes, ...hidden]
      .map(({ path }) => path.replace(/\/$/, ""))
      .filter((path) => !filtered.has(path));
    return {
      paths: [...new Set([...paths, ...below.paths])],
      unknown: [...namesOf(filtered, "unknown"), ...below.unknown],
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined; // Git is not installed.
    throw error;
  }
}

/** Returns the files that git takes for changed, perhaps only because it did not run their filter. */
function touchedOf(
  changes: readonly StatusEntry[],
  index: readonly IndexEntry[],
): readonly IndexEntry[] {
  const touched = new Set(changes.flatMap(({ path, code }) => (code === " M" ? [path] : [])));
  if (touched.size === 0) return [];
  return index.filter(({ path, kind }) => kind === "file" && touched.has(path));
}

function namesOf(
  judged: Awaited<ReturnType<typeof judgeFiltered>>,
  wanted: "unknown" | "unchanged",
): readonly string[] {
  return [...judged].filter(([, judgement]) => judgement === wanted).map(([path]) => path);
}

/** How git is asked in a submodule. */
interface Asking {
  readonly environment: Environment | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Asks the same about each submodule that was checked out; one with changes is one entry. A link in its place, which
 * git reports as a change, is not followed.
 */
async function lookIntoSubmodules(
  root: string,
  submodules: readonly string[],
  { environment, signal }: Asking,
): Promise<Uncommitted> {
  const found: { paths: string[]; unknown: string[] } = { paths: [], unknown: [] };
  const top = realpathSync(root);
  for (const path of submodules) {
    const folder = join(top, path);
    if (!existsSync(join(folder, ".git"))) continue;
    if (realpathSync(folder) !== folder) continue;
    const inside = await listUncommitted(folder, environment, { signal });
    if (inside !== undefined && inside.paths.length > 0) found.paths.push(path);
    else if (inside !== undefined && inside.unknown.length > 0) found.unknown.push(path);
  }
  return found;
}

/**
 * Returns the files that git was told not to look at (`git update-index --assume-unchanged`, `--skip-worktree`) and
 * that are not as in the index: git reports none of them. A file that a sparse checkout leaves out has not changed.
 * Line ends and encodings are converted as `git add` does, and no filter runs.
 */
async function hiddenChanges(
  root: string,
  git: RunGit,
  hidden: readonly IndexEntry[],
): Promise<readonly IndexEntry[]> {
  const changed: IndexEntry[] = [];
  const files: IndexEntry[] = [];
  for (const entry of hidden) {
    const { path, kind, blobId } = entry;
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined) {
      if (entry.hidden === "assumed") changed.push(entry);
    } else if (kind === "file" && stats.isFile()) files.push(entry);
    else if (kind !== "link" || !stats.isSymbolicLink() || !isLinkTo(join(root, path), blobId))
      changed.push(entry);
  }
  const paths = files.map(({ path }) => path);
  const answers = await inBatches(git, ["hash-object", "--"], paths);
  const ids = answers.flatMap((answer) => answer.trim().split("\n"));
  return [...changed, ...files.filter(({ blobId }, index) => ids[index] !== blobId)];
}

function isLinkTo(path: string, blobId: string): boolean {
  const algorithm = blobId.length === 40 ? "sha1" : "sha256";
  return blobIdOf(readlinkSync(path, "buffer"), algorithm) === blobId;
}
