import { MOST_TEXTS, noFile, questionFor } from "../files-without.ts";
import type { RunGit } from "../run-git.ts";
import { splitNul } from "../split-nul.ts";

/** Lists the paths of all files of a commit, submodules and links among them. */
export async function listCommit(git: RunGit, commit: string): Promise<readonly string[]> {
  return splitNul(await git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]));
}

/**
 * Returns the files of a commit that have one of the texts, or are UTF-16, in which a text has other bytes. Undefined
 * if git cannot tell: every file may have one then.
 */
export async function listFilesWith(
  git: RunGit,
  commit: string,
  texts: readonly string[],
): Promise<readonly string[] | undefined> {
  if (texts.length > MOST_TEXTS) return undefined;
  const found = await git([...questionFor(texts), commit]).catch(orNothing);
  if (found === undefined) return undefined;
  return splitNul(found).map((name) => name.slice(commit.length + 1)); // `COMMIT:PATH`
}

function orNothing(error: unknown): string | undefined {
  try {
    return noFile(error);
  } catch {
    return undefined; // Git has no such expressions, or was stopped.
  }
}
