import type { OwnPull, PullCommit } from "../forge/pulls.ts";
import { readMark } from "./pull-mark.ts";

/** The branch of a group on the forge, and the pull requests from it. */
export interface BranchFacts {
  /** The digest of what the group changes now. */
  readonly content: string;
  /** The commit that the branch ends in on the forge; undefined without a branch. */
  readonly tip: string | undefined;
  readonly open: OwnPull | undefined;
  /** Those that are over, the newest first. */
  readonly past: readonly OwnPull[];
  /** True if every commit of the branch is one of this campaign. */
  readonly isOurs: boolean;
  /** True if one of them has an action that a person approved on the forge: to make it again would lose that. */
  readonly isApproved: boolean;
}

/** What is to be done for a group. `expected` is the commit that the branch must still end in when it is pushed. */
export type GroupStep =
  | { readonly kind: "open"; readonly expected: string | undefined }
  | { readonly kind: "refresh"; readonly pull: OwnPull; readonly expected: string }
  /** The branch stays; its text may be another. */
  | { readonly kind: "keep"; readonly pull: OwnPull }
  /** A person has a hand in it. */
  | { readonly kind: "left"; readonly pull: OwnPull; readonly why: string }
  | { readonly kind: "declined"; readonly pull: OwnPull; readonly why: string }
  | { readonly kind: "taken"; readonly why: string };

/** Tells what is to be done for a group, without a look at limits (P1). */
export function judgeGroup({
  content,
  tip,
  open,
  past,
  isOurs,
  isApproved,
}: BranchFacts): GroupStep {
  if (open !== undefined) {
    if (tip === undefined) return { kind: "left", pull: open, why: "its branch is gone" };
    if (!isOurs) return { kind: "left", pull: open, why: PUSHED };
    if (isApproved) return { kind: "left", pull: open, why: APPROVED };
    const isSame = readMark(open.body)?.content === content && readMark(open.body)?.tip === tip;
    return isSame ? { kind: "keep", pull: open } : { kind: "refresh", pull: open, expected: tip };
  }
  const [last] = past;
  if (last?.state === "closed" && readMark(last.body)?.content === content)
    return { kind: "declined", pull: last, why: "a person closed it, and the change is the same" };
  if (tip === undefined || isOurs) return { kind: "open", expected: tip };
  return { kind: "taken", why: "there is a branch of that name with commits that are not ours" };
}

const APPROVED = "an action that a person approved is on its branch";

/** The reason for which a pull request is left to people. */
export const PUSHED = "a person has pushed to its branch";

/** True if every commit of a branch has the trailer of the campaign, and the committer's address. */
export function areOwnCommits(
  commits: readonly PullCommit[],
  own: { readonly campaign: string; readonly email: string },
): boolean {
  return commits.length > 0 && commits.every((one) => isOwnCommit(one, own));
}

/** True if a commit has an action that a person approved. */
export function hasApproved({ message }: PullCommit): boolean {
  return /^Sluice-Approved: /m.test(message);
}

/** True for a commit of a campaign. */
function isOwnCommit(
  { message, committerEmail }: PullCommit,
  { campaign, email }: { readonly campaign: string; readonly email: string },
): boolean {
  const trailer = `Sluice-Publish: ${campaign}`;
  return committerEmail === email && message.split("\n").includes(trailer);
}
