import { prefixOf } from "./ask-work-tree.ts";
import { findRepository } from "./find-repository.ts";
import { type Environment, gitEnvironment } from "./git-environment.ts";
import { isOwnRepository } from "./is-own-repository.ts";
import { readIndex } from "./read-index.ts";
import { gitIn } from "./run-git.ts";

/**
 * Returns the paths in the index below `root`; none outside of git. The index of a repository that is the user's own is
 * read without git. Rejects if git has to read it, and cannot.
 */
export async function indexedPaths(
  root: string,
  environment?: Environment,
): Promise<ReadonlySet<string>> {
  const dotGit = findRepository(root);
  if (dotGit === undefined) return new Set();
  const isOwn = isOwnRepository(dotGit, gitEnvironment(environment));
  const index = isOwn ? readIndex(dotGit, prefixOf(root, dotGit)) : undefined;
  if (index !== undefined) return new Set(index.map(({ path }) => path));
  const output = await gitIn(root, environment)(["ls-files", "-z"]);
  return new Set(output.split("\0").filter((path) => path !== ""));
}
