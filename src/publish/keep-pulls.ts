import { ForgeFault } from "../forge/forge.ts";
import type { OwnPull } from "../forge/pulls.ts";
import type { PullReport } from "../model/report/report.ts";
import { definedOnly } from "../shared/defined-only.ts";
import type { PublishGroup } from "./groups.ts";
import { type GroupStep, PUSHED } from "./judge-group.ts";
import { markerOf } from "./pull-mark.ts";
import {
  type Campaign,
  type EmptyPull,
  judgeFresh,
  type ReadingContext,
  readCampaign,
} from "./read-campaign.ts";
import type { PullWriter, StepOutcome } from "./write-pull.ts";

/** The means to keep the pull requests of a campaign. */
export interface KeepingContext extends ReadingContext {
  readonly writer: PullWriter;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A step for a group, or for a pull request without one. */
type Work = { readonly group: PublishGroup; readonly step: GroupStep | Postponed } | EmptyPull;

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
  const state = await readCampaign(campaign, context);
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
