import { ForgeFault } from "../forge/forge.ts";
import type { OwnPull, PullForge } from "../forge/pulls.ts";
import type { PolicyPublish } from "../model/policy/publish.ts";
import type { PublishGroup } from "./groups.ts";
import {
  type BranchState,
  type CampaignCommits,
  type EmptyStep,
  type GroupStep,
  judgeEmpty,
  judgeGroup,
  UNMARKED,
} from "./judge-group.ts";
import { markerOf, readMark } from "./pull-mark.ts";

/** The pull requests of one campaign. */
export interface Campaign {
  readonly id: string;
  readonly base: string;
  readonly policy: PolicyPublish;
  readonly groups: readonly PublishGroup[];
  /** The address of the committer of its commits. */
  readonly email: string;
}

/** The means to read what a forge has of a campaign. */
export interface ReadingContext {
  readonly forge: PullForge;
  /** Returns the commits that branches of the repository end in, by their names. Throws a `ForgeFault`. */
  readonly readTips: (branches: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What the forge has of a campaign. */
export interface CampaignState {
  readonly open: readonly OwnPull[];
  readonly tips: ReadonlyMap<string, string>;
  /** The groups with an open pull request. */
  readonly known: readonly { readonly group: PublishGroup; readonly pull: OwnPull }[];
  /** The open pull requests without a group: nothing is left of them. */
  readonly empty: readonly OwnPull[];
  /** The other groups. */
  readonly fresh: readonly PublishGroup[];
  /** The number that was opened within the last hour, if that is bounded. */
  readonly recent: number;
}

const HOUR = 3_600_000;

/** Reads what the forge has of a campaign. Throws a `ForgeFault`. */
export async function readCampaign(
  { id, base, groups, policy }: Campaign,
  { forge, readTips, now }: ReadingContext,
): Promise<CampaignState> {
  const all = await forge.findOpen(markerOf(id));
  const open = all.filter((pull) => pull.base === base);
  const byBranch = new Map([...all, ...open].map((pull) => [pull.branch, pull]));
  const names = new Set(groups.map(({ branch }) => branch));
  const tips = await readTips([...new Set([base, ...names, ...byBranch.keys()])]);
  if (!tips.has(base))
    throw new ForgeFault("missing", `There is no branch \`${base}\` for pull requests to be for.`);
  const fresh = groups.filter(({ branch }) => !byBranch.has(branch));
  const isBounded = policy.perHour !== undefined && fresh.length > 0;
  return {
    open,
    tips,
    known: groups.flatMap((group) => {
      const pull = byBranch.get(group.branch);
      return pull === undefined ? [] : [{ group, pull }];
    }),
    empty: open.filter(({ branch }) => !names.has(branch)),
    fresh,
    recent: isBounded ? await forge.countSince(markerOf(id), now - HOUR) : 0,
  };
}

/** The means to judge one branch. */
export interface JudgingContext {
  readonly campaign: Campaign;
  readonly tips: CampaignState["tips"];
  readonly forge: PullForge;
}

/** Tells what is to be done for a group with an open pull request. Throws a `ForgeFault`. */
export async function judgeKnown(
  { group: { branch, content }, pull }: CampaignState["known"][number],
  context: JudgingContext,
): Promise<GroupStep> {
  const of = { content, open: pull, past: [] };
  return withLast(branch, context, (state, own) => judgeGroup({ ...of, ...state }, own));
}

/** Tells what is to be done for an open pull request without a group. Throws a `ForgeFault`. */
export async function judgeLeftover(pull: OwnPull, context: JudgingContext): Promise<EmptyStep> {
  const { closeEmpty } = context.campaign.policy;
  return withLast(pull.branch, context, (state, own) => judgeEmpty(pull, state, own, closeEmpty));
}

/** Tells what is to be done for a group without an open pull request. Throws a `ForgeFault`. */
export async function judgeFresh(
  { branch, content }: PublishGroup,
  context: JudgingContext,
): Promise<GroupStep> {
  const { id, base } = context.campaign;
  const found = await context.forge.findOfBranch(branch, base);
  const open = found.find(({ state }) => state === "open");
  const mark = open && readMark(open.body);
  if (mark !== undefined && mark.campaign !== id) return { kind: "taken", why: OTHER };
  if (open !== undefined && mark === undefined) return { kind: "left", pull: open, why: UNMARKED };
  const past = found.filter((one) => one !== open && readMark(one.body)?.campaign === id);
  const of = { content, open, past };
  return withLast(branch, context, (state, own) => judgeGroup({ ...of, ...state }, own));
}

const OTHER = "the branch of that name has a pull request of another campaign";

/** Judges by the tip of a branch, and reads the commit there only if that is needed. */
async function withLast<Step>(
  branch: string,
  { campaign: { id, base, email }, tips, forge }: JudgingContext,
  judge: (state: BranchState, own: CampaignCommits) => Step | undefined,
): Promise<Step> {
  const tip = tips.get(branch);
  const own = { campaign: id, base, email };
  const early = judge({ tip, last: undefined }, own);
  if (early !== undefined) return early;
  const step = judge({ tip, last: await forge.readCommit(tip ?? "") }, own);
  if (step === undefined) throw new Error("A step depends on more than the tip of its branch.");
  return step;
}
