import type { RunGit } from "../run-git.ts";

/** Returns the date of the committer of a commit; milliseconds since 1970. Rejects if there is no such commit. */
export async function commitDate(git: RunGit, commit: string): Promise<number> {
  return Number(await git(["log", "--no-walk", "--format=%ct", commit, "--"])) * 1000;
}
