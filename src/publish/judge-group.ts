import type { BranchCommit, OwnPull } from "../forge/pulls.ts";
import { isApproved, isOfCampaign } from "../landing/trailers.ts";
import { NO_CONTENT, type PullMark, readMark } from "./pull-mark.ts";

/** The commits of one campaign. */
export interface CampaignCommits {
  readonly campaign: string;
  /** The address of their committer. */
  readonly email: string;
  readonly base: string;
}

/** A branch on the forge. */
export interface BranchState {
  /** The commit that it ends in; undefined without a branch. */
  readonly tip: string | undefined;
  /** That commit; undefined as long as nobody has asked for it. */
  readonly last: BranchCommit | undefined;
}

/** The branch of a group on the forge, and the pull requests from it. */
export interface GroupState extends BranchState {
  /** The digest of what the group changes now. */
  readonly content: string;
  readonly open: OwnPull | undefined;
  /** Those of the campaign that are over, the newest first. */
  readonly past: readonly OwnPull[];
}

/** What is to be done for a group. `expected` is the commit that the branch must still end in when it is pushed. */
export type GroupStep =
  | { readonly kind: "open"; readonly expected: string | undefined }
  | { readonly kind: "refresh"; readonly pull: OwnPull; readonly expected: string }
  /** The branch stays; its text may be another. */
  | { readonly kind: "keep"; readonly pull: OwnPull }
  | LeftStep
  | { readonly kind: "declined"; readonly pull: OwnPull; readonly why: string }
  | { readonly kind: "taken"; readonly why: string };

/** A person has a hand in it. */
interface LeftStep {
  readonly kind: "left";
  readonly pull: OwnPull;
  readonly why: string;
}

/** What is to be done for an open pull request without a group. */
export type EmptyStep = LeftStep | { readonly kind: "close" | "empty"; readonly pull: OwnPull };

/**
 * Tells what is to be done for a group, without a look at limits (P1). Undefined if the commit at the tip of its branch
 * has to be known for that.
 */
export function judgeGroup(group: GroupState, own: CampaignCommits): GroupStep | undefined {
  const { content, open: pull, last } = group;
  if (pull === undefined) return judgeFresh(group, own);
  const standing = standingOf(pull, group, own);
  if (standing?.kind !== "ours") return standing;
  const { mark, tip } = standing;
  if (mark.content === content && mark.tip === tip) return { kind: "keep", pull };
  if (last === undefined) return undefined;
  // Whoever may edit the text can write any commit into its mark.
  if (!isOwnCommit(last, own)) return { kind: "left", pull, why: FOREIGN };
  return { kind: "refresh", pull, expected: tip };
}

/** Tells what is to be done for an open pull request of which nothing is left; undefined as in {@link judgeGroup}. */
export function judgeEmpty(
  pull: OwnPull,
  branch: BranchState,
  own: CampaignCommits,
  closeEmpty: boolean,
): EmptyStep | undefined {
  const standing = standingOf(pull, branch, own);
  if (standing?.kind !== "ours") return standing;
  if (standing.mark.content === NO_CONTENT) return { kind: "left", pull, why: REOPENED };
  return { kind: closeEmpty ? "close" : "empty", pull };
}

/** A branch that ends in exactly the commit that was pushed, or in the one before: then the push is missing. */
interface OwnStanding {
  readonly kind: "ours";
  readonly mark: PullMark;
  readonly tip: string;
}

/** Tells if an open pull request is left to people. */
function standingOf(
  pull: OwnPull,
  { tip, last }: BranchState,
  { base }: CampaignCommits,
): LeftStep | OwnStanding | undefined {
  const left = (why: string) => ({ kind: "left", pull, why }) as const;
  const mark = readMark(pull.body);
  if (pull.base !== base) return left("a person has changed its base");
  if (tip === undefined) return left("its branch is gone");
  if (mark === undefined) return left(UNMARKED);
  if (tip === mark.tip || tip === mark.was) return { kind: "ours", mark, tip };
  return last && left(isApproved(last.message) ? APPROVED : PUSHED);
}

/** Without an open pull request there is perhaps the branch of a run that was cut off before it opened one. */
function judgeFresh(
  { content, tip, past, last }: GroupState,
  own: CampaignCommits,
): GroupStep | undefined {
  const [newest] = past;
  if (newest?.state === "closed" && readMark(newest.body)?.content === content)
    return { kind: "declined", pull: newest, why: DECLINED };
  const isMerged = past.some(({ state, head }) => state === "merged" && head === tip);
  if (tip === undefined || isMerged) return { kind: "open", expected: tip };
  if (last === undefined) return undefined;
  return isOwnCommit(last, own) ? { kind: "open", expected: tip } : { kind: "taken", why: TAKEN };
}

/** True for a commit as Sluice makes it; who amends it changes the date of its committer. */
function isOwnCommit(
  { message, committerEmail, parents, authoredAt, committedAt }: BranchCommit,
  { campaign, email }: CampaignCommits,
): boolean {
  const isUntouched = parents === 1 && authoredAt === committedAt && committerEmail === email;
  return isUntouched && isOfCampaign(message, campaign) && !isApproved(message);
}

const APPROVED = "an action that a person approved is on its branch";
const DECLINED = "a person closed it, and the change is the same";
const FOREIGN = "the last commit of its branch is not one of Sluice's";
const REOPENED = "nothing is left of it, and a person has reopened it";
const TAKEN = "there is a branch of that name with commits that are not ours";

const PUSHED = "a person has pushed to its branch";

/** The reason if it has no mark. */
export const UNMARKED =
  "the first line of its text, by which it is found again, is missing or was edited";
