import type { RunGit } from "./run-git.ts";

/** Where the three texts of a merge are; absolute. */
export interface MergeFiles {
  readonly current: string;
  /** What both others come from. */
  readonly base: string;
  readonly other: string;
}

/**
 * Merges three files as git does. Answers the text without a conflict, undefined where there is one; throws where
 * git cannot be asked. No file is written.
 */
export async function mergeFile(
  git: RunGit,
  { current, base, other }: MergeFiles,
): Promise<string | undefined> {
  try {
    return await git(["merge-file", "-p", current, base, other]);
  } catch (error) {
    const { code } = error as { readonly code?: number | string }; // What a call of git rejects with.
    // The count of conflicts, at most 127; errors have a higher one.
    if (typeof code === "number" && code > 0 && code < 128) return undefined;
    if (code === "ENOENT") throw new Error("git, which merges, is not there", { cause: error });
    throw error;
  }
}
