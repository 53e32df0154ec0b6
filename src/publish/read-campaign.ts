import type { OwnPull, PullForge } from "../forge/pulls.ts";
import type { PolicyPublish } from "../model/policy/publish.ts";
import type { PublishGroup } from "./groups.ts";
import {
  areOwnCommits,
  type BranchFacts,
  type GroupStep,
  hasApproved,
  judgeGroup,
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
}

/** What the forge has of a campaign, and what follows for everything that is open. */
export interface CampaignState {
  readonly open: readonly OwnPull[];
  readonly tips: ReadonlyMap<string, string>;
  /** The groups with an open pull request. */
  readonly known: readonly KnownGroup[];
  /** The open pull requests of which nothing is left. */
  readonly empty: readonly EmptyPull[];
  /** The other groups. */
  readonly fresh: readonly PublishGroup[];
}

interface KnownGroup {
  readonly group: PublishGroup;
  readonly step: GroupStep;
}

export interface EmptyPull {
  readonly group: undefined;
  readonly step: { readonly kind: "close" | "empty" | "left"; readonly pull: OwnPull };
}

/** Reads what the forge has of a campaign. Throws a `ForgeFault`. */
export async function readCampaign(
  campaign: Campaign,
  context: ReadingContext,
): Promise<CampaignState> {
  const { groups, policy, id } = campaign;
  const all = await context.forge.findOpen(markerOf(id));
  const open = all.filter(({ base }) => base === campaign.base);
  const byBranch = new Map(open.map((pull) => [pull.branch, pull]));
  const names = new Set([...groups.map(({ branch }) => branch), ...byBranch.keys()]);
  const tips = await context.readTips([...names]);
  const known: KnownGroup[] = [];
  for (const group of groups) {
    const pull = byBranch.get(group.branch);
    const elsewhere = all.find((one) => one.branch === group.branch && one.base !== campaign.base);
    if (pull === undefined && elsewhere !== undefined)
      known.push({ group, step: { kind: "left", pull: elsewhere, why: RETARGETED } });
    if (pull === undefined) continue;
    const tip = tips.get(group.branch);
    const branch = await readBranch(pull, tip, campaign, context);
    const facts = { content: group.content, tip, open: pull, past: [], ...branch };
    known.push({ group, step: judgeGroup(facts) });
  }
  const wanted = new Set(groups.map(({ branch }) => branch));
  const empty: EmptyPull[] = [];
  for (const pull of open.filter(({ branch }) => !wanted.has(branch))) {
    const branch = await readBranch(pull, tips.get(pull.branch), campaign, context);
    const isLeft = !branch.isOurs || branch.isApproved;
    const kind = !isLeft ? (policy.closeEmpty ? "close" : "empty") : "left";
    empty.push({ group: undefined, step: { kind, pull } });
  }
  return {
    open,
    tips,
    known,
    empty,
    fresh: groups.filter(({ branch }) => all.every((one) => one.branch !== branch)),
  };
}

const RETARGETED = "a person has changed its base";

type BranchTraits = Pick<BranchFacts, "isOurs" | "isApproved">;

/** Tells who has pushed to the branch of a pull request. */
async function readBranch(
  pull: OwnPull,
  tip: string | undefined,
  { id: campaign, email }: Campaign,
  { forge }: ReadingContext,
): Promise<BranchTraits> {
  if (tip === undefined || readMark(pull.body)?.tip === tip)
    return { isOurs: tip !== undefined, isApproved: false };
  const commits = (await forge.readCommits(pull)) ?? []; // Too many to be told.
  const isOurs = areOwnCommits(commits, { campaign, email });
  return { isOurs, isApproved: isOurs && commits.some(hasApproved) };
}

/** Tells what is to be done for a group without an open pull request. Throws a `ForgeFault`. */
export async function judgeFresh(
  { branch, content }: PublishGroup,
  tips: ReadonlyMap<string, string>,
  { id, base, email }: Campaign,
  { forge }: ReadingContext,
): Promise<GroupStep> {
  const past = (await forge.findOfBranch(branch, base)).filter(
    ({ body, state }) => state !== "open" && readMark(body)?.campaign === id,
  );
  const tip = tips.get(branch);
  const isKnown = tip !== undefined && past.some(({ body }) => readMark(body)?.tip === tip);
  // Cut off between the push and the opening, there is a branch without a pull request.
  const last = tip === undefined || isKnown ? undefined : await forge.readCommit(tip);
  const isOurs = isKnown || (last !== undefined && areOwnCommits([last], { campaign: id, email }));
  return judgeGroup({ content, tip, open: undefined, past, isOurs, isApproved: false });
}
