import type { DecidedPull, ThreadComment } from "../forge/people.ts";
import {
  ciRunOf,
  type HeldPlace,
  type HeldStatus,
  heldText,
  isCurrentList,
  nothingHeld,
  renewedText,
  type StatusOf,
} from "../landing/held-text.ts";
import type { Plan, PlannedAction } from "../plan-file/plan.ts";
import { HELD_BEGINNING } from "../report/pull/held-marker.ts";
import type { PlanEvent } from "./find-event.ts";
import { type LookingContext, staleOf } from "./look-at.ts";
import { endOf } from "./read-thread.ts";
import { findList } from "./read-wishes.ts";
import { type Receipt, receiptsOf } from "./receipts.ts";

type ListingContext = Pick<LookingContext, "forge" | "policy" | "request" | "world"> & {
  readonly pull: DecidedPull;
};

/** Returns why the plan of a job is not listed; undefined if it is. */
export function whyNoList({ head, branch }: DecidedPull, event: PlanEvent): string | undefined {
  if (branch === undefined) return "Nobody decides on a pull request from a fork.";
  // An older run never replaces the list of a newer one (P4).
  return head === event.head ? undefined : "The pull request has another commit by now.";
}

/** Writes what a plan holds into one comment, on which people decide. May throw a `ForgeFault`. */
export async function listHeld(
  plan: Plan,
  { head, run }: PlanEvent,
  context: ListingContext,
): Promise<void> {
  const { forge, pull, request, world } = context;
  const held = plan.actions.filter(({ state }) => state === "held");
  const thread = await forge.readThread(pull.number);
  const place = placeOf(plan, { ...context, run: run ?? ciRunOf(world.env) });
  const known = thread.findLast(({ isOwn, body }) => isOwn && body.startsWith(HELD_BEGINNING));
  if (request.isDryRun) return;
  // Its text may have been edited by somebody.
  if (known !== undefined && isCurrentList(known.body, head, place))
    return renewList(plan, new Set(), { ...context, thread });
  const statusOf = await statuses(plan, held, { ...context, thread });
  const text = heldText(held, { head, length: forge.limit }, place, statusOf);
  if (known !== undefined)
    await forge.editComment(pull.number, known.id, text || nothingHeld(head, place));
  else if (text !== "") await forge.comment(pull.number, text);
}

/** The number of times that a list is written because others write at the same time. */
const MOST_RENEWALS = 4;

/**
 * Brings the states of a list up to date after decisions, until nothing has changed since it was read: the job of
 * another decision could have written it meanwhile (P4). Boxes of `ended`, which was ticked, are emptied; others stay
 * as people have left them. May throw a `ForgeFault`.
 */
export async function renewList(
  plan: Plan,
  ended: ReadonlySet<string>,
  context: ListingContext & { readonly thread: readonly ThreadComment[] },
): Promise<void> {
  const { forge, pull } = context;
  const held = plan.actions.filter(({ state }) => state === "held");
  const place = placeOf(plan, { ...context, run: undefined });
  let [thread, emptied] = [context.thread, ended];
  for (let tries = 0; tries < MOST_RENEWALS; tries += 1) {
    const known = findList(thread, plan);
    if (known === undefined) return;
    const statusOf = await statuses(plan, held, { ...context, thread });
    const change = { length: forge.limit, statusOf, emptied };
    const text = renewedText(known.body, held, change, place);
    if (text === known.body) return;
    await forge.editComment(pull.number, known.id, text);
    thread = await forge.readThread(pull.number);
    emptied = new Set();
  }
}

function placeOf(
  plan: Plan,
  { policy, forge, world, run }: ListingContext & { readonly run: string | undefined },
): HeldPlace {
  return { plan, policy, hasBoxes: forge.tellsEditors, run, now: world.now() };
}

async function statuses(
  plan: Plan,
  held: readonly PlannedAction[],
  { request, thread }: ListingContext & { readonly thread: readonly ThreadComment[] },
): Promise<StatusOf> {
  const receipts = receiptsOf(thread, plan.digest);
  const stale = await staleOf(held, request);
  return (id) => statusOf(id, receipts, stale);
}

function statusOf(
  id: string,
  receipts: readonly Receipt[],
  stale: ReadonlySet<string>,
): HeldStatus {
  const own = receipts.filter(({ actions }) => actions.includes(id));
  const end = endOf(own, id)?.state;
  const waits = own.find(({ state }) => state === "pending")?.state;
  const decisions = own.map(({ verdict, state, by, at, reason }) => ({
    ...{ verdict, state, by, at, reason },
  }));
  const moved = stale.has(id) ? "stale" : undefined;
  return { state: end ?? moved ?? waits ?? own.at(-1)?.state ?? "pending", decisions };
}
