import { inBatches } from "../in-batches.ts";
import type { RunGit } from "../run-git.ts";

/** Returns those of some commits, by their ids, that a branch or HEAD has. */
export async function commitsOnBranches(
  git: RunGit,
  ids: readonly string[],
): Promise<readonly string[]> {
  // Objects that no branch has may be gone.
  const there = await listed(git, ["rev-list", "--ignore-missing", "--no-walk"], ids);
  const loose = await listed(git, ["rev-list", "--not", "HEAD", "--branches", "--not"], there);
  return ids.filter((id) => there.has(id) && !loose.has(id));
}

async function listed(
  git: RunGit,
  question: readonly string[],
  ids: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const answers = await inBatches(git, question, ids);
  return new Set(answers.flatMap((answer) => answer.split("\n")).filter(Boolean));
}
