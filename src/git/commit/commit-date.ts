import type { RunGit } from "../run-git.ts";

/** The last second of the year 9999. */
export const LATEST_DATE = 253_402_300_799;

/** Returns the date of the committer of a commit; milliseconds since 1970. Rejects if there is no such commit. */
export async function commitDate(git: RunGit, commit: string): Promise<number> {
  const seconds = Number(await git(["log", "--no-walk", "--format=%ct", commit, "--"]));
  return Math.min(seconds, LATEST_DATE) * 1000;
}
