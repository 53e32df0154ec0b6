import { resolveSince } from "../config/surroundings/resolve-since.ts";
import { PLAIN_DIFF } from "../git/lines-since.ts";
import { gitIn } from "../git/run-git.ts";
import { splitNul } from "../git/split-nul.ts";
import type { Environment } from "../model/world.ts";

/** Milliseconds: what is found only orders a list. */
const TIME = 20_000;

/**
 * Returns the files that the pull request of this job changes, relative to the root; undefined if the job is not one of
 * a pull request, or the clone does not say. They are those of HEAD: what a run wrote does not count.
 */
export async function findPullFiles(
  root: string,
  env: Environment,
): Promise<ReadonlySet<string> | undefined> {
  const git = gitIn(root, env, { time: TIME });
  try {
    const since = await resolveSince("pull-request", { root, cwd: root, env, git, lines: false });
    if ("fault" in since) return undefined;
    const options = ["--name-only", "-z", "--no-renames", "--diff-filter=d"];
    const names = await git(["diff", ...PLAIN_DIFF, ...options, since.commit, "HEAD", "--"]);
    return new Set(splitNul(names));
  } catch {
    return undefined; // The list has its usual order then.
  }
}
