import { type Environment, gitIn } from "./run-git.ts";

/** Returns the commit that is checked out in a folder; null outside of git, without git, or before the first commit. */
export async function headCommit(root: string, environment?: Environment): Promise<string | null> {
  const git = gitIn(root, environment);
  // Git fails if there is no commit.
  const answer = await git(["rev-parse", "--verify", "--quiet", "HEAD"]).catch(() => "");
  return /^[0-9a-f]{40,64}$/.exec(answer.trim())?.[0] ?? null;
}
