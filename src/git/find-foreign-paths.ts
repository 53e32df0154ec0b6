import type { RunGit } from "./run-git.ts";

/**
 * The tracked files of which git makes something else on their way to the work tree, of perhaps the same
 * size: with a filter, a keyword or another encoding. The blob id of such a file says nothing of the bytes on
 * the disk. (Where line ends are converted, the size tells.)
 */
export async function findForeignPaths(git: RunGit): Promise<ReadonlySet<string>> {
  const output = await git(["ls-files", "-z", "--", ".", `:(exclude,attr:${UNSPECIFIED})`]);
  return new Set(output === "" ? [] : output.split("\0"));
}

/** What is true of all other files. */
const UNSPECIFIED = "!filter !ident !working-tree-encoding";
