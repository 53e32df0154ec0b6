import { readGithubEvent } from "../../../files/github-event.ts";
import { orNone } from "../../../git/commit/checked-out.ts";
import { findCommit } from "../../../git/commit-files.ts";
import { findCommitById, findNamedCommit } from "../../../git/named-commit.ts";
import type { RunGit } from "../../../git/run-git.ts";
import type { BaseWay } from "../../../model/trust.ts";
import { branchName, type PullRequestJob } from "../../../shared/ci/find-ci-job.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { isOtherRepository, ORIGIN, type Remote, readRemotes } from "./remotes.ts";

/** A pull request as CI tells of it, in its variables and its event. */
export interface PullCommits {
  /** The tip of the target when CI looked at it last: an id, perhaps shortened. */
  readonly named?: string;
  /** The target branch of the remote: a full name. */
  readonly target?: string;
  /** The remote that has the target. */
  readonly remote?: Remote;
  /** The repository that it is for: its owner and name. */
  readonly repository?: string;
  /** The whole id of the commit at its head. */
  readonly head?: string;
  /** The id of the commit from which the head parted, as CI names it: its author chooses it. */
  readonly parted?: string;
  /** The ids of the commits that CI names as what is checked out. */
  readonly built: readonly string[];
}

/** Reads what CI tells of a pull request; `git` runs in its clone, if there is one. */
export async function readPullCommits(
  job: PullRequestJob,
  git: RunGit | undefined,
): Promise<PullCommits> {
  const event = await readGithubEvent(job.eventFile);
  const branch = job.branch ?? branchName(event?.branch);
  const remote = git === undefined ? ORIGIN : (await readRemotes(git, job.repository)).main;
  return {
    built: [job.built, event?.merge].filter((id) => id !== undefined),
    ...definedOnly({
      named: job.commit ?? event?.base,
      target: branch === undefined ? undefined : `refs/remotes/${remote.name}/${branch}`,
      remote,
      head: job.head ?? event?.head,
      parted: job.parted,
      repository: job.repository,
    }),
  };
}

/** The base of a pull request in this clone, and how it was found. */
export interface PullBase {
  readonly commit: string;
  readonly from: Exclude<BaseWay, "named">;
}

/**
 * Finds what a pull request is compared with: the commit that the checkout was merged with if that is verified,
 * otherwise the tip of the target in this clone, otherwise the commit that CI names. Never the merge base, which the
 * author of the head chooses. Undefined if the clone has none of them.
 */
export async function findPullBase(git: RunGit, pull: PullCommits): Promise<PullBase | undefined> {
  const tip = await findTip(git, pull);
  const event = pull.named === undefined ? undefined : await findCommitById(git, pull.named);
  const merged = await findMergedInto(git, pull, { tip, event });
  if (merged !== undefined) return { commit: merged, from: "merge-ref" };
  // A clone that is used again may have the tip of long ago.
  const isOld =
    tip !== undefined &&
    event !== undefined &&
    tip !== event &&
    (await isInHistory(git, tip, event));
  if (tip !== undefined && !isOld && !(await isOfHead(git, pull, tip)))
    return { commit: tip, from: "target" };
  return event === undefined ? undefined : { commit: event, from: "event" };
}

/**
 * True if a tip has the head in its history, though CI names another base: the remote is the fork, whose branch has the
 * name of the target, or the pull request was merged, and its own base still tells what it changed.
 */
async function isOfHead(git: RunGit, pull: PullCommits, tip: string): Promise<boolean> {
  return pull.named !== undefined && containsHead(git, pull, tip);
}

/** Returns the tip of the target in this clone, unless its remote is another repository, such as the fork itself. */
async function findTip(git: RunGit, pull: PullCommits) {
  const { target } = pull;
  if (target === undefined || (await hasOtherRemote(git, pull))) return undefined;
  const found = await findNamedCommit(git, target);
  return found.kind === "found" ? found.commit : undefined;
}

/** True if a commit is, or has in its history, the head of the pull request: then its author chose it. */
export async function containsHead(
  git: RunGit,
  { head }: PullCommits,
  commit: string,
): Promise<boolean> {
  if (head === undefined || (await findCommit(git, head)) === undefined) return false;
  return isInHistory(git, head, commit);
}

/** True if the remote is another repository than the one that the pull request is for. */
export async function hasOtherRemote(git: RunGit, pull: PullCommits): Promise<boolean> {
  const { remote, repository } = pull;
  if (remote === undefined || repository === undefined) return false;
  return isOtherRepository(git, remote, repository);
}

/**
 * Returns the first parent of HEAD if HEAD is CI's own merge of the head into the target: CI names it, its other parent
 * is the head, and its first one is in the history of the target. A head may itself be a merge that its author forged.
 */
async function findMergedInto(
  git: RunGit,
  { built, head }: PullCommits,
  { tip, event }: { readonly tip: string | undefined; readonly event: string | undefined },
): Promise<string | undefined> {
  const id = await findCommit(git, "HEAD");
  if (id === undefined || head === undefined || !built.includes(id)) return undefined;
  // In a shallow clone git hides the parents from every other question.
  const [header = ""] = (await git(["cat-file", "commit", id])).split("\n\n", 1);
  const parents = [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, parent]) => parent);
  const [first, second, ...more] = parents;
  if (first === undefined || second !== head || more.length > 0) return undefined;
  if ((await findCommit(git, first)) === undefined) return undefined;
  // CI names it, or the target has it; without the target in the clone, it comes behind what CI names.
  const isKnown =
    first === event ||
    (await isInHistory(git, first, tip ?? event)) ||
    (tip === undefined && event !== undefined && (await isInHistory(git, event, first)));
  return isKnown ? first : undefined;
}

/** True if a commit is a tip, or in its history as far as this clone has it. */
async function isInHistory(git: RunGit, commit: string, tip: string | undefined): Promise<boolean> {
  if (tip === undefined || commit === tip) return commit === tip;
  return (await orNone(git, ["merge-base", "--is-ancestor", commit, tip])) !== undefined;
}
