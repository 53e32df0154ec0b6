import { ForgeFault } from "../forge/forge.ts";
import type { OwnPull, PullForge } from "../forge/pulls.ts";
import type { PolicyPublish } from "../model/policy/publish.ts";
import type { PullReport } from "../model/report/report.ts";
import { definedOnly } from "../shared/defined-only.ts";
import type { PublishGroup } from "./groups.ts";
import { type GroupStep, isOwnBranch, judgeGroup, PUSHED } from "./judge-group.ts";
import { markerOf, readMark } from "./pull-mark.ts";
import type { PullWriter, StepOutcome } from "./write-pull.ts";

/** The pull requests of one campaign. */
export interface Campaign {
  readonly id: string;
  readonly base: string;
  readonly policy: PolicyPublish;
  readonly groups: readonly PublishGroup[];
  /** The address of the committer of its commits. */
  readonly email: string;
}

/** The means to keep them. */
export interface KeepingContext {
  readonly forge: PullForge;
  /** Returns the commits that branches of the repository end in, by their names. */
  readonly readTips: (branches: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly writer: PullWriter;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A step for a group, or for a pull request without one. */
type Work =
  | { readonly group: PublishGroup; readonly step: GroupStep | Postponed }
  | {
      readonly group: undefined;
      readonly step: { readonly kind: "close" | "empty" | "left"; readonly pull: OwnPull };
    };

interface Postponed {
  readonly kind: "postponed";
  readonly why: string;
}

const HOUR = 3_600_000;

/**
 * Opens, refreshes and closes pull requests until the forge has one for each group, as far as people and limits allow
 * (P1). A call that fails ends its group alone; one that would fail for all ends the rest. Run again, it goes on where it
 * ended, and writes nothing if nothing has changed (P2). Returns one outcome for each group, in their order, and then
 * those of pull requests of which nothing is left.
 */
export async function keepPulls(
  campaign: Campaign,
  context: KeepingContext,
): Promise<readonly PullReport[]> {
  const state = await readState(campaign, context);
  const outcomes = new Map<string, PullReport>();
  let ended: string | undefined;
  const carryOut = async (work: Work) => {
    const about = aboutOf(work, campaign);
    if (ended !== undefined) {
      outcomes.set(about.branch, { ...about, state: "postponed", why: ended });
      return;
    }
    try {
      outcomes.set(about.branch, { ...about, ...(await carryOutStep(work, context)) });
    } catch (error) {
      if (!(error instanceof ForgeFault)) throw error;
      outcomes.set(about.branch, { ...about, state: "failed", why: clauseOf(error.message) });
      if (ENDS_ALL.has(error.kind)) ended = `it was not reached: ${clauseOf(error.message)}`;
    }
  };
  for (const work of state.empty) await carryOut(work);
  const refreshed = state.known.filter(({ step }) => step.kind === "refresh");
  await context.writer.prepare(refreshed.flatMap(({ group }) => group ?? []));
  for (const work of state.known) await carryOut(work);
  const closed = state.empty.filter(({ step }) => step.kind === "close").length;
  let room = await roomOf(state.open.length - closed, campaign, context);
  await context.writer.prepare(state.fresh.slice(0, Math.max(0, room.count)));
  for (const group of state.fresh) {
    const step =
      room.count > 0 ? await judgeFresh(group, state.tips, campaign, context) : room.postponed;
    if (step.kind === "open") room = { ...room, count: room.count - 1 };
    await carryOut({ group, step });
  }
  const order = [...campaign.groups.map(({ branch }) => branch), ...state.empty.map(branchOf)];
  return order.flatMap((branch) => outcomes.get(branch) ?? []);
}

/** The faults after which every other call would fail, too. */
const ENDS_ALL: ReadonlySet<ForgeFault["kind"]> = new Set([
  "rate-limited",
  "unreachable",
  "stopped",
]);

function branchOf({ step }: { readonly step: { readonly pull: OwnPull } }): string {
  return step.pull.branch;
}

function clauseOf(message: string): string {
  return message.replace(/\.$/, "");
}

interface State {
  readonly open: readonly OwnPull[];
  readonly tips: ReadonlyMap<string, string>;
  /** Of groups with an open pull request. */
  readonly known: readonly Work[];
  readonly empty: readonly Extract<Work, { readonly group: undefined }>[];
  readonly fresh: readonly PublishGroup[];
}

async function readState(campaign: Campaign, context: KeepingContext): Promise<State> {
  const { groups, policy, id } = campaign;
  const open = (await context.forge.findOpen(markerOf(id))).filter(
    ({ base }) => base === campaign.base,
  );
  const byBranch = new Map(open.map((pull) => [pull.branch, pull]));
  const names = new Set([...groups.map(({ branch }) => branch), ...byBranch.keys()]);
  const tips = await context.readTips([...names]);
  const known: Work[] = [];
  for (const group of groups) {
    const pull = byBranch.get(group.branch);
    if (pull === undefined) continue;
    const tip = tips.get(group.branch);
    const isOurs = await isOwn(pull, tip, campaign, context);
    const facts = { content: group.content, tip, open: pull, past: [], isOurs };
    known.push({ group, step: judgeGroup(facts) });
  }
  const wanted = new Set(groups.map(({ branch }) => branch));
  const empty: State["empty"][number][] = [];
  for (const pull of open.filter(({ branch }) => !wanted.has(branch))) {
    const isOurs = await isOwn(pull, tips.get(pull.branch), campaign, context);
    const kind = isOurs ? (policy.closeEmpty ? "close" : "empty") : "left";
    empty.push({ group: undefined, step: { kind, pull } });
  }
  return { open, tips, known, empty, fresh: groups.filter(({ branch }) => !byBranch.has(branch)) };
}

/** True if nobody but Sluice has pushed to the branch of a pull request. */
async function isOwn(
  pull: OwnPull,
  tip: string | undefined,
  { id, email }: Campaign,
  { forge }: KeepingContext,
): Promise<boolean> {
  if (tip === undefined) return false;
  if (readMark(pull.body)?.tip === tip) return true;
  const commits = await forge.readCommits(pull);
  return isOwnBranch(tip, [pull], commits, { campaign: id, email });
}

/** Tells what is to be done for a group without an open pull request. */
async function judgeFresh(
  { branch, content }: PublishGroup,
  tips: ReadonlyMap<string, string>,
  { id, base, email }: Campaign,
  { forge }: KeepingContext,
): Promise<GroupStep> {
  const past = (await forge.findOfBranch(branch, base)).filter(
    ({ body, state }) => state !== "open" && readMark(body)?.campaign === id,
  );
  const tip = tips.get(branch);
  const isKnown = tip !== undefined && past.some(({ body }) => readMark(body)?.tip === tip);
  // Cut off between the push and the opening, there is a branch without a pull request.
  const commit = tip === undefined || isKnown ? undefined : await forge.readCommit(tip);
  const commits = commit && [commit];
  const isOurs = tip !== undefined && isOwnBranch(tip, past, commits, { campaign: id, email });
  return judgeGroup({ content, tip, open: undefined, past, isOurs });
}

/** Returns how many more may be opened, and why no more. */
async function roomOf(
  open: number,
  { policy: { maxOpen, perHour }, id }: Campaign,
  { forge, now }: KeepingContext,
): Promise<{ readonly count: number; readonly postponed: Postponed }> {
  const most = maxOpen === undefined ? Number.POSITIVE_INFINITY : maxOpen - open;
  const recent = perHour === undefined ? 0 : await forge.countSince(markerOf(id), now - HOUR);
  const hourly = perHour === undefined ? Number.POSITIVE_INFINITY : perHour - recent;
  const why =
    most <= hourly
      ? `\`maxOpen: ${maxOpen}\` are open`
      : `\`perHour: ${perHour}\` were opened within the last hour`;
  return { count: Math.min(most, hourly), postponed: { kind: "postponed", why } };
}

function aboutOf(
  { group, step }: Work,
  { base }: Campaign,
): Pick<PullReport, "group" | "branch" | "base" | "actions"> & Partial<PullReport> {
  const pull = "pull" in step ? { number: step.pull.number, url: step.pull.url } : {};
  if (group === undefined)
    return { group: step.pull.branch, branch: step.pull.branch, base, actions: [], ...pull };
  const actions = group.actions.map(({ id }) => id);
  return { group: group.name, branch: group.branch, base, actions, ...pull };
}

async function carryOutStep(
  { group, step }: Work,
  { writer }: KeepingContext,
): Promise<StepOutcome> {
  switch (step.kind) {
    case "close":
      return writer.close(step.pull);
    case "empty":
      return { state: "empty", why: "nothing is left of it, and `closeEmpty` is false" };
    case "left":
      return { state: "left", ...definedOnly({ why: "why" in step ? step.why : PUSHED }) };
    case "declined":
    case "taken":
    case "postponed":
      return { state: step.kind, why: step.why };
    case "open":
      return writer.open(group as PublishGroup, step.expected);
    case "refresh":
      return writer.refresh(group as PublishGroup, step.pull, step.expected);
    case "keep":
      return writer.keep(group as PublishGroup, step.pull);
  }
}
