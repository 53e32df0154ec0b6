import type { GitLimits } from "./call-git.ts";
import { LATEST_DATE } from "./commit/commit-date.ts";
import type { RunGit } from "./run-git.ts";

/** The most commits of a history that are looked at, in git's order: the newest first. It takes about ten seconds. */
const MOST_COMMITS = 50_000;

/** The bounds of the question: beyond them nothing is known. */
export const HISTORY_LIMITS: GitLimits = { time: 60_000, output: 128 * 1024 * 1024 };

/**
 * Commits with the files that they change; of a merge those that are like in no parent. No setting of the user has an
 * effect, and a file that was renamed is a new one.
 */
const HISTORY = [
  ...["log", "-z", "--format=%ct", "--name-status", "--no-renames"],
  ...["-c", "--root", "--full-history", "--no-relative"],
];

/**
 * Returns when each file of HEAD below the folder of `git` was last committed, by its path in that folder: the newest
 * date of a committer among all commits that change it, in seconds since 1970. A file that is not in HEAD, or that none
 * of the commits changes, is missing. Undefined if the clone is shallow. Rejects if git fails, also before the first
 * commit.
 */
export async function lastCommits(
  git: RunGit,
  most = MOST_COMMITS,
): Promise<ReadonlyMap<string, number> | undefined> {
  const place = await git(["rev-parse", "--show-prefix", "--is-shallow-repository"]);
  const [, prefix = "", isShallow] = /^(.*)\n(true|false)\n$/s.exec(place) ?? [];
  if (isShallow !== "false") return undefined;
  const below = prefix === "" ? [] : ["."];
  const [tracked, history] = await Promise.all([
    git(["ls-tree", "-r", "-z", "--name-only", "HEAD"]),
    git([...HISTORY, `--max-count=${most}`, "HEAD", "--", ...below]),
  ]);
  const known = new Set(tracked.split("\0"));
  const found = new Map<string, number>();
  for (const [name, at] of changesIn(history)) {
    const path = name.slice(prefix.length);
    if (name.startsWith(prefix) && known.has(path))
      found.set(path, Math.max(at, found.get(path) ?? 0));
  }
  return found;
}

/** Yields each file that a commit changes, by its path from the top, with the date of the commit. */
function* changesIn(history: string): Iterable<readonly [name: string, at: number]> {
  let at = 0;
  let isName = false; // After each status comes a name, which may look like anything.
  for (const token of history.split("\0")) {
    const word = token.replace(/^\n/, "");
    if (isName) {
      yield [token, at];
      isName = false;
    } else if (/^-?\d+$/.test(word)) at = Math.min(Math.max(Number(word), 0), LATEST_DATE);
    else isName = word !== "";
  }
}
