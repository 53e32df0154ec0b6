import { PLAIN_DIFF } from "../lines-since.ts";
import type { RunGit } from "../run-git.ts";

const NAMES = [...PLAIN_DIFF, "--name-only", "-z", "--no-renames"];

/**
 * Returns the files of the index that are not as in HEAD, relative to the folder that git runs in, without those that
 * are staged to be deleted, not merged, or only to be added later. A renamed file counts under its new name.
 */
export async function stagedNames(git: RunGit): Promise<readonly string[]> {
  return split(await git([...NAMES, "--cached", "--diff-filter=ACMRT", "--"]));
}

/** Returns the tracked files of the work tree that are not as in the index, and those that are gone. */
export async function unstagedNames(git: RunGit): Promise<readonly string[]> {
  return split(await git([...NAMES, "--"]));
}

function split(names: string): readonly string[] {
  return names.split("\0").filter((name) => name !== "");
}
