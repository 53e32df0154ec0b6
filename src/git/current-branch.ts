import { type Environment, gitIn } from "./run-git.ts";

/** Returns the branch that is checked out in a folder; undefined outside of git, without git, or if there is none. */
export async function currentBranch(
  root: string,
  environment?: Environment,
): Promise<string | undefined> {
  const git = gitIn(root, environment);
  // Git fails if a commit is checked out, and no branch.
  const name = await git(["symbolic-ref", "--quiet", "HEAD"]).catch(() => "");
  return /^refs\/heads\/(.+)$/.exec(name.trim())?.[1];
}
