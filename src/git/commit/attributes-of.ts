import { inBatches } from "../in-batches.ts";
import type { RunGit } from "../run-git.ts";

/** Returns those of some paths that go through a filter (`filter=`), which Sluice never runs. */
export async function filteredOf(
  git: RunGit,
  paths: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const filtered = new Set<string>();
  for (const answer of await inBatches(git, ["check-attr", "-z", "filter", "--"], paths)) {
    const fields = answer.split("\0");
    for (let at = 0; at + 2 < fields.length; at += 3)
      if (!["unspecified", "unset"].includes(fields[at + 2] ?? "")) filtered.add(fields[at] ?? "");
  }
  return filtered;
}

const IGNORED = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--"];

/** Returns those of some untracked files that git ignores. Git has to run at the top. */
export async function ignoredOf(
  git: RunGit,
  paths: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const literal = [...paths].map((path) => `:(top,literal)${path}`);
  const answers = await inBatches(git, IGNORED, literal);
  return new Set(answers.flatMap((answer) => answer.split("\0")));
}
