import { type Environment, gitIn } from "./run-git.ts";

/** The commit that is checked out at a folder; null outside of git, without git, or before the first commit. */
export async function headCommit(root: string, environment?: Environment): Promise<string | null> {
  const git = gitIn(root, environment);
  const answer = await git(["rev-parse", "--verify", "--quiet", "HEAD"]).catch(() => ""); // There is none.
  return /^[0-9a-f]{40,64}$/.exec(answer.trim())?.[0] ?? null;
}
