import { findRepository } from "./find-repository.ts";
import { type Environment, gitIn } from "./run-git.ts";

/** The question without the lock with which git otherwise saves what it found out: a question never writes. */
const STATUS = [
  "--no-optional-locks",
  "status",
  "--porcelain=v1",
  "-z",
  "--untracked-files=all",
  "--no-renames",
  "--ignore-submodules=none",
  "--",
  ".",
];

/**
 * Returns the paths that are not committed below `root`, relative to it: files that differ from the index or in the
 * index from HEAD, deleted files too, and untracked files that are not ignored. A submodule, or another repository
 * inside this one, is one entry.
 *
 * Returns undefined if `root` is in no work tree or git is not installed. Rejects with git's own message if git fails.
 */
export async function listUncommitted(
  root: string,
  environment?: Environment,
): Promise<readonly string[] | undefined> {
  if (findRepository(root) === undefined) return undefined;
  const git = gitIn(root, environment);
  try {
    // Git prints paths from the top of the work tree, in whatever folder it runs.
    const [prefix, status] = await Promise.all([git(["rev-parse", "--show-prefix"]), git(STATUS)]);
    return pathsOf(status, prefix.replace(/\n$/, ""));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined; // Git is not installed.
    throw error;
  }
}

/** Parses entries `XY path`, each with a NUL behind it. Without renames each has one path. */
function pathsOf(status: string, prefix: string): readonly string[] {
  return status
    .split("\0")
    .filter((entry) => entry.length > 3)
    .map((entry) => entry.slice(3).replace(/\/$/, ""))
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));
}
