import type { RunGit } from "../../../git/run-git.ts";
import { branchName } from "../../../shared/ci/find-ci-job.ts";
import { isCommitId } from "../../../shared/commit-names.ts";
import { shellWord } from "../../../shared/shell-word.ts";
import { type Remotes, readRemotes } from "./remotes.ts";

/** The way on without a base. */
export const OTHERWISE =
  "Or say what to trust: `--trust all` reads the work tree, `--trust none` nothing of it.";

/** Returns the command that fetches all that a clone lacks of a commit (`--filter`); undefined for a whole clone. */
export async function wholeFetch(git: RunGit, commit: string): Promise<string | undefined> {
  const { promisor } = await readRemotes(git);
  return promisor && `git fetch --no-filter --refetch ${shellWord(promisor.name)} ${commit}`;
}

/** Returns the advice for a clone that has the base commit, and not all of its files. */
export async function wholeFetchOf(git: RunGit, commit: string): Promise<string> {
  const fetch = await wholeFetch(git, commit);
  if (fetch === undefined) return OTHERWISE;
  return `The clone has only a part of it (\`--filter\`): run \`${fetch}\` first. ${OTHERWISE}`;
}

/** The words after `git fetch` that bring a commit, or a branch of a remote, and the name that it then has. */
export interface FetchedName {
  readonly words: string;
  readonly name: string;
}

/** Returns what fetches a commit, or a branch that is named with its remote: `REMOTE/BRANCH`, also in full. */
export function fetchedName(name: string, { all, main }: Remotes): FetchedName | undefined {
  if (isCommitId(name)) return { words: `${shellWord(main.name)} ${name}`, name };
  const short = name.replace(/^refs\/remotes\//, "");
  const remote = all.find((each) => short.startsWith(`${each.name}/`));
  const [own, branch] =
    remote === undefined
      ? [main.name, /^origin\/(.+)$/s.exec(short)?.[1]]
      : [remote.name, short.slice(remote.name.length + 1)];
  return branch === undefined ? undefined : fetchedBranch(branch, own);
}

/** Returns what fetches a branch of a remote; undefined for what git takes for no name of one. */
function fetchedBranch(branch: string, remote: string): FetchedName | undefined {
  if (branchName(branch) !== branch) return undefined;
  const words = shellWord(`+refs/heads/${branch}:refs/remotes/${remote}/${branch}`);
  return { words: `${shellWord(remote)} ${words}`, name: `${remote}/${branch}` };
}

/** Returns the advice for a reference that the clone lacks. */
export async function fetchOf(git: RunGit, name: string): Promise<string> {
  if (/^0+$/.test(name))
    return "That is what CI names in front of the first commit of a branch: use the target branch.";
  if (name.includes("..")) return "Name one commit or branch, not a range.";
  const remotes = await readRemotes(git);
  const { name: main } = remotes.main;
  const isFull = name.startsWith("refs/");
  const fetched = fetchedName(name, remotes) ?? (isFull ? undefined : fetchedBranch(name, main));
  if (fetched !== undefined && !name.endsWith(fetched.name))
    return `Of a branch of the server, run \`git fetch ${fetched.words}\`, and name it \`${fetched.name}\`.`;
  const words = fetched?.words ?? shellWord(main);
  return `Run \`git fetch ${words}\` first; in a shallow clone with \`--unshallow\`.`;
}
