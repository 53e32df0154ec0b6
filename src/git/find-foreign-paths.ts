import type { RunGit } from "./run-git.ts";

/**
 * Returns the tracked files that git converts on their way to the work tree with a filter, a keyword or another
 * encoding, perhaps to the same size. The blob id of such a file says nothing about the bytes on the disk; if only line
 * ends are converted, the size differs.
 */
export async function findForeignPaths(git: RunGit): Promise<ReadonlySet<string>> {
  const output = await git(["ls-files", "-z", "--", ".", `:(exclude,attr:${UNSPECIFIED})`]);
  return new Set(output === "" ? [] : output.split("\0"));
}

/** The attributes that no other file has. */
const UNSPECIFIED = "!filter !ident !working-tree-encoding";
