import { readGithubEvent } from "../../../files/github-event.ts";
import { findCommit } from "../../../git/commit-files.ts";
import { findNamedCommit } from "../../../git/named-commit.ts";
import type { RunGit } from "../../../git/run-git.ts";
import type { BaseWay } from "../../../model/trust.ts";
import { type PullRequestJob, safeBranch } from "../../../shared/ci/find-ci-job.ts";
import { definedOnly } from "../../../shared/defined-only.ts";

/** A pull request as CI tells of it, in its variables and its event. */
export interface PullCommits {
  /** The tip of the target when CI looked at it last: an id, perhaps shortened. */
  readonly named?: string;
  /** The target branch of the remote `origin`: a full name. */
  readonly target?: string;
  /** The whole id of the commit at its head. */
  readonly head?: string;
  /** The ids of the commits that CI names as what is checked out. */
  readonly built: readonly string[];
}

/** Reads what CI tells of a pull request. */
export async function readPullCommits(job: PullRequestJob): Promise<PullCommits> {
  const event = await readGithubEvent(job.eventFile);
  const branch = job.branch ?? safeBranch(event?.branch);
  return {
    built: [job.built, event?.merge].filter((id) => id !== undefined),
    ...definedOnly({
      named: job.commit ?? event?.base,
      target: branch === undefined ? undefined : `refs/remotes/origin/${branch}`,
      head: job.head ?? event?.head,
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
  const { target, named } = pull;
  const tip = target === undefined ? undefined : await commitOf(git, target);
  const event = named === undefined ? undefined : await commitOf(git, named);
  const merged = await findMergedInto(git, pull, tip ?? event);
  if (merged !== undefined) return { commit: merged, from: "merge-ref" };
  if (tip !== undefined) return { commit: tip, from: "target" };
  return event === undefined ? undefined : { commit: event, from: "event" };
}

async function commitOf(git: RunGit, name: string): Promise<string | undefined> {
  const found = await findNamedCommit(git, name);
  return found.kind === "found" ? found.commit : undefined;
}

/**
 * Returns the first parent of HEAD if HEAD is CI's own merge of the head into the target: CI names it, its other parent
 * is the head, and its first one is in the history of the target. A head may itself be a merge that its author forged.
 */
async function findMergedInto(
  git: RunGit,
  { built, head }: PullCommits,
  tip: string | undefined,
): Promise<string | undefined> {
  const id = await findCommit(git, "HEAD");
  if (id === undefined || head === undefined || !built.includes(id)) return undefined;
  // In a shallow clone git hides the parents from every other question.
  const [header = ""] = (await git(["cat-file", "commit", id])).split("\n\n", 1);
  const parents = [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, parent]) => parent);
  const [first, second, ...more] = parents;
  if (first === undefined || second !== head || more.length > 0) return undefined;
  if ((await findCommit(git, first)) === undefined) return undefined;
  return (await isInHistory(git, first, tip)) ? first : undefined;
}

/** True if a commit is a tip, or in its history as far as this clone has it. */
async function isInHistory(git: RunGit, commit: string, tip: string | undefined): Promise<boolean> {
  if (tip === undefined || commit === tip) return commit === tip;
  try {
    await git(["merge-base", "--is-ancestor", commit, tip]);
    return true;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 1) return false;
    throw error;
  }
}
