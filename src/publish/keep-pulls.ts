import type { PullReport } from "../model/report/report.ts";
import type { PublishGroup } from "./groups.ts";
import type { EmptyStep, GroupStep } from "./judge-group.ts";
import { openOutcomes } from "./outcomes.ts";
import {
  type Campaign,
  type CampaignState,
  judgeFresh,
  judgeKnown,
  judgeLeftover,
  type ReadingContext,
  readCampaign,
} from "./read-campaign.ts";
import type { PullWriter, StepOutcome } from "./write-pull.ts";

/** The means to keep the pull requests of a campaign. */
export interface KeepingContext extends ReadingContext {
  readonly writer: PullWriter;
}

interface Postponed {
  readonly kind: "postponed";
  readonly why: string;
}

/**
 * Opens, refreshes and closes pull requests until the forge has one for each group, as far as people and limits allow
 * (P1). A call that fails ends its group alone; one that would fail for all ends the rest. Run again, it goes on where
 * it ended, and writes nothing if nothing has changed (P2). Returns one outcome for each group, in their order, and
 * then those of pull requests of which nothing is left. Throws a `ForgeFault` as long as nothing is written.
 */
export async function keepPulls(
  campaign: Campaign,
  context: KeepingContext,
): Promise<readonly PullReport[]> {
  const { writer, forge } = context;
  const state = await readCampaign(campaign, context);
  const judging = { campaign, tips: state.tips, forge };
  const { attempt, list } = openOutcomes(campaign);
  const empty: EmptyStep[] = [];
  for (const pull of state.empty)
    await attempt({ pull }, async () => void empty.push(await judgeLeftover(pull, judging)));
  const known: { readonly group: PublishGroup; readonly step: GroupStep }[] = [];
  for (const { group, pull } of state.known)
    await attempt({ group, pull }, async () => {
      const step = await judgeKnown({ group, pull }, judging);
      return void known.push({ group, step });
    });
  for (const step of empty) await attempt(step, () => endEmpty(step, writer));
  const refreshed = known.filter(({ step }) => step.kind === "refresh");
  await writer.prepare(refreshed.map(({ group }) => group));
  for (const { group, step } of known)
    await attempt({ group, ...step }, () => carryOut(group, step, writer));
  const closed = empty.filter(({ kind }) => kind === "close").length;
  const room = roomOf(campaign, state, state.open.length - closed);
  await writer.prepare(state.fresh.slice(0, Math.max(0, room.count)));
  let { count } = room;
  for (const group of state.fresh)
    await attempt({ group }, async () => {
      const step = count > 0 ? await judgeFresh(group, judging) : room.postponed;
      if (step.kind === "open") count -= 1;
      return await carryOut(group, step, writer);
    });
  return list();
}

/** Returns how many more may be opened, and why no more. */
function roomOf(
  { policy: { maxOpen, perHour } }: Campaign,
  { recent }: CampaignState,
  open: number,
): { readonly count: number; readonly postponed: Postponed } {
  const most = maxOpen === undefined ? Number.POSITIVE_INFINITY : maxOpen - open;
  const hourly = perHour === undefined ? Number.POSITIVE_INFINITY : perHour - recent;
  const why =
    most <= hourly
      ? `\`maxOpen: ${maxOpen}\` are open`
      : `\`perHour: ${perHour}\` were opened within the last hour`;
  return { count: Math.min(most, hourly), postponed: { kind: "postponed", why } };
}

async function endEmpty(step: EmptyStep, writer: PullWriter): Promise<StepOutcome> {
  switch (step.kind) {
    case "close":
      return writer.close(step.pull);
    case "empty":
      return { state: "empty", why: "nothing is left of it, and `closeEmpty` is false" };
    case "left":
      return { state: "left", why: step.why };
  }
}

async function carryOut(
  group: PublishGroup,
  step: GroupStep | Postponed,
  writer: PullWriter,
): Promise<StepOutcome> {
  switch (step.kind) {
    case "left":
    case "declined": {
      const { number, url } = step.pull;
      return { state: step.kind, number, url, why: step.why };
    }
    case "taken":
    case "postponed":
      return { state: step.kind, why: step.why };
    case "open":
      return writer.open(group, step.expected);
    case "refresh":
      return writer.refresh(group, step.pull, step.expected);
    case "keep":
      return writer.keep(group, step.pull);
  }
}
