import type { Policy } from "../model/policy.ts";
import type { ActionReport } from "../model/report/report.ts";
import type { Environment } from "../model/world.ts";
import type { Plan } from "../plan-file/plan.ts";
import { approvalsFor } from "../policy/approvals-for.ts";
import { approversOf } from "../report/approvers-words.ts";
import {
  emptyHeldList,
  type HeldItem,
  type HeldListContent,
  heldList,
} from "../report/pull/held-list.ts";
import { findHeldList } from "../report/pull/held-marker.ts";
import { type RenewedList, renewHeldList } from "../report/pull/renew-held-list.ts";
import type { RulePlaces } from "../report/pull/rule-text.ts";

/** The plan that holds, its policy, and what is known of the forge. */
export interface HeldPlace {
  readonly plan: Plan;
  readonly policy: Policy;
  /** True if the forge tells who has ticked a box. */
  readonly hasBoxes: boolean;
  /** The number of the run of CI that keeps the plan; undefined if it is not known. */
  readonly run: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What people made of a held action. */
export type HeldStatus = Pick<HeldItem, "state" | "decisions" | "why">;

/** Tells what people made of an action, by its id. */
export type StatusOf = (id: string) => HeldStatus;

const WAITING: HeldStatus = { state: "pending", decisions: [] };

/** Milliseconds after which a list is written again: a plan that CI keeps has an end. */
const LONGEST = 30 * 86_400_000;

/**
 * Returns the list of these held actions, on which people decide. Empty if nobody may decide about any of them: then
 * there is none.
 */
export function heldText(
  held: readonly ActionReport[],
  { head, length }: { readonly head: string; readonly length: number },
  place: HeldPlace,
  statusOf: StatusOf = () => WAITING,
): string {
  const { plan, policy, run, now } = place;
  const approvals = held.flatMap(({ ruleId }) => approvalsFor(policy, ruleId) ?? []);
  if (approvals.length === 0) return "";
  const deciders = `Decided by ${[...new Set(approvals.map(approversOf))].join("; ")}.`;
  const about = { plan: plan.digest, head, at: now, run, deciders };
  const content = { ...about, ...contextOf(place), items: heldItems(held, place, statusOf) };
  return heldList(content, { length, elsewhere: "the plan has everything" });
}

/** Returns a comment whose list tells of these actions as they are now. */
export function renewedText(
  comment: string,
  held: readonly ActionReport[],
  {
    statusOf,
    ...change
  }: Pick<RenewedList, "length" | "emptied"> & { readonly statusOf: StatusOf },
  place: HeldPlace,
): string {
  const items = heldItems(held, place, statusOf);
  return renewHeldList(comment, items, { ...contextOf(place), ...change });
}

/** Returns the text of a list in the place of an older one, if nothing is held. */
export function nothingHeld(head: string, { plan, run, now }: HeldPlace): string {
  return emptyHeldList({ plan: plan.digest, head, at: now, run });
}

function contextOf({ plan, policy }: HeldPlace): Pick<HeldListContent, "ids" | "rulePlaces"> {
  return { ids: plan.actions.map(({ id }) => id), rulePlaces: placesOf(policy) };
}

/** A box tells of one person. */
function heldItems(
  held: readonly ActionReport[],
  { policy, hasBoxes }: HeldPlace,
  statusOf: StatusOf,
): readonly HeldItem[] {
  return held.map((action) => ({
    ...{ action, ...statusOf(action.id) },
    hasBox: hasBoxes && approvalsFor(policy, action.ruleId)?.count === 1,
  }));
}

/** True if a comment lists the plan at this head, and is not so old that the list is made anew. */
export function isCurrentList(
  body: string,
  head: string,
  { plan, policy: { guards, rules, approvals }, now }: HeldPlace,
): boolean {
  const list = findHeldList(body);
  const all = [approvals, ...[...guards, ...rules].map((rule) => rule.approvals)];
  const longest = Math.min(LONGEST, ...all.map((one) => one?.expires ?? LONGEST));
  return (
    list?.plan === plan.digest && list.head === head && list.at <= now && now - list.at < longest
  );
}

/** Returns the number of the run of CI that a job belongs to. */
export function ciRunOf({
  GITHUB_RUN_ID: run,
  CI_PIPELINE_ID: pipeline,
}: Environment): string | undefined {
  return [run, pipeline].find((one) => one !== undefined && /^\d{1,15}$/.test(one));
}

/** Returns where the rules of a policy are written. */
export function placesOf({ guards, rules }: Pick<Policy, "guards" | "rules">): RulePlaces {
  return new Map(
    [...guards, ...rules].flatMap(({ id, place }) =>
      place === undefined ? [] : [[id, `${place.path}:${place.line}`] as const],
    ),
  );
}
