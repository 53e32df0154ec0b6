import { isCommitId } from "../../../shared/commit-names.ts";
import { shellWord } from "../../../shared/shell-word.ts";

/** The way on without a base. */
export const OTHERWISE =
  "Or say what to trust: `--trust all` reads the work tree, `--trust none` nothing of it.";

/** Returns the command that fetches all that a clone lacks of a commit (`--filter`). */
export function wholeFetch(commit: string): string {
  return `git fetch --no-filter --refetch origin ${commit}`;
}

/** Returns the advice for a clone that has the base commit, and not all of its files. */
export function wholeFetchOf(commit: string): string {
  return `The clone has only a part of it (\`--filter\`): run \`${wholeFetch(commit)}\` first. ${OTHERWISE}`;
}

/** Returns what fetches a commit or a branch, named `refs/remotes/origin/BRANCH`; undefined for other names. */
export function fetchedName(name: string): string | undefined {
  const branch = /^refs\/remotes\/origin\/(.+)$/.exec(name)?.[1];
  if (branch !== undefined) return shellWord(`+refs/heads/${branch}:${name}`);
  return isCommitId(name) ? name : undefined;
}
