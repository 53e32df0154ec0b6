import { findRepository } from "./find-repository.ts";
import { type Environment, gitIn } from "./run-git.ts";

/** Asked without the lock that git otherwise takes to note what it found out: a look never writes. */
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
 * What is not committed below `root`, relative to it: files that differ from the index or the index from HEAD,
 * also deleted ones, and untracked ones that are not ignored. A submodule, and a repository of its own inside of
 * this one, is one entry. Undefined where `root` is in no work tree, or git is not there. Rejects with git's own
 * message where git fails.
 */
export async function listUncommitted(
  root: string,
  environment?: Environment,
): Promise<readonly string[] | undefined> {
  if (findRepository(root) === undefined) return undefined;
  const git = gitIn(root, environment);
  try {
    // Paths are told from the top of the work tree, whatever folder is asked about.
    const [prefix, status] = await Promise.all([git(["rev-parse", "--show-prefix"]), git(STATUS)]);
    return pathsOf(status, prefix.replace(/\n$/, ""));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined; // There is no git here.
    throw error;
  }
}

/** `XY path`, each ended by NUL; without renames there is one path in each. */
function pathsOf(status: string, prefix: string): readonly string[] {
  return status
    .split("\0")
    .filter((entry) => entry.length > 3)
    .map((entry) => entry.slice(3).replace(/\/$/, ""))
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));
}
