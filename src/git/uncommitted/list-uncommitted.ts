import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { blobIdOf } from "../../shared/blob-id.ts";
import { findRepository } from "../find-repository.ts";
import { inBatches } from "../in-batches.ts";
import { type GitFiles, hiddenIn, INDEX } from "../list-files.ts";
import { type IndexEntry, parseIndex } from "../parse-index.ts";
import { type Environment, gitIn, type RunGit } from "../run-git.ts";
import { judgeFiltered } from "./judge-filtered.ts";

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
  /** The index, if git was asked for it; otherwise it is asked here. */
  readonly files?: Promise<Pick<GitFiles, "submodules" | "hidden"> | undefined> | undefined;
}

/** Git itself would look into submodules with the settings of each one, and their filters. */
const STATUS = [
  "status",
  "--porcelain=v1",
  "-z",
  "--untracked-files=all",
  "--no-renames",
  "--ignore-submodules=dirty",
  "--",
  ".",
];

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
  { signal, files }: UncommittedOptions = {},
): Promise<Uncommitted | undefined> {
  const repository = findRepository(root);
  if (repository === undefined) return undefined;
  const git = gitIn(root, environment, { signal });
  try {
    const [prefix, status] = await Promise.all([prefixOf(root, repository, git), git(STATUS)]);
    const entries = entriesOf(status, prefix);
    const known = entries.some(({ isTouched }) => isTouched) ? undefined : await files;
    const index = known === undefined ? parseIndex(await git(INDEX)) : [];
    const hidden = await hiddenChanges(root, git, known?.hidden ?? hiddenIn(index));
    const touched = [...touchedOf(entries, index), ...hidden.filter(({ kind }) => kind === "file")];
    const filtered = await judgeFiltered(root, git, touched, { signal });
    const below = await lookIntoSubmodules(root, known?.submodules ?? submodulesIn(index), {
      environment,
      signal,
    });
    const paths = [...entries, ...hidden].flatMap(({ path }) => (filtered.has(path) ? [] : [path]));
    return {
      paths: [...new Set([...paths, ...below.paths])],
      unknown: [...namesOf(filtered, "unknown"), ...below.unknown],
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined; // Git is not installed.
    throw error;
  }
}

/** Git prints paths from the top of the work tree, in whatever folder it runs. */
async function prefixOf(root: string, repository: string, git: RunGit): Promise<string> {
  if (realpathSync(root) === dirname(repository)) return "";
  return (await git(["rev-parse", "--show-prefix"])).replace(/\n$/, "");
}

function submodulesIn(index: readonly IndexEntry[]): readonly string[] {
  return index.flatMap(({ path, kind }) => (kind === "submodule" ? [path] : []));
}

interface StatusEntry {
  readonly path: string;
  /** True if it only differs from the index, and still exists. */
  readonly isTouched: boolean;
}

/** Parses entries `XY path`, each with a NUL behind it. Without renames each has one path. */
function entriesOf(status: string, prefix: string): readonly StatusEntry[] {
  return status
    .split("\0")
    .filter((entry) => entry.length > 3)
    .map((entry) => ({
      path: entry.slice(3).replace(/\/$/, ""),
      isTouched: entry.startsWith(" M"),
    }))
    .filter(({ path }) => path.startsWith(prefix))
    .map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }));
}

/** Returns the files that git takes for changed, perhaps only because it did not run their filter. */
function touchedOf(
  entries: readonly StatusEntry[],
  index: readonly IndexEntry[],
): readonly IndexEntry[] {
  const touched = new Set(entries.flatMap(({ path, isTouched }) => (isTouched ? [path] : [])));
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
