import type { RunGit } from "./run-git.ts";

/** The paths of the three texts of a merge; absolute. */
export interface MergeFiles {
  readonly current: string;
  /** The common ancestor of the other two. */
  readonly base: string;
  readonly other: string;
}

/**
 * Merges three files as git does, and writes none. Returns the text, or undefined if there is a conflict; throws if git
 * fails or is not installed.
 */
export async function mergeFile(
  git: RunGit,
  { current, base, other }: MergeFiles,
): Promise<string | undefined> {
  try {
    return await git(["merge-file", "-p", current, base, other]);
  } catch (error) {
    const { code } = error as { readonly code?: number | string }; // A call of git rejects with these only.
    // The number of conflicts, at most 127; errors have a higher exit code.
    if (typeof code === "number" && code > 0 && code < 128) return undefined;
    if (code === "ENOENT")
      throw new Error("git is not installed, and a merge needs it", { cause: error });
    throw error;
  }
}
