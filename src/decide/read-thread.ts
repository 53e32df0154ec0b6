import type { ThreadComment } from "../forge/people.ts";
import type { Account } from "../forge/pulls.ts";
import type { HeldState } from "../model/forge/held-state.ts";
import type { Plan, PlannedAction } from "../plan-file/plan.ts";
import { type Wish, wishesIn } from "./read-wishes.ts";
import type { Receipt } from "./receipts.ts";

/** The comments of a pull request, and those of our own that answer decisions about the plan. */
export interface ReadThread {
  readonly plan: Plan;
  readonly thread: readonly ThreadComment[];
  readonly receipts: readonly Receipt[];
}

/** The states after which nothing else becomes of a decision. */
const FINAL: readonly HeldState[] = ["applied", "discarded", "refused", "stale", "expired"];

/** Finds the receipt that a decision already has for an action; the last one, if it has several. */
export function answerTo(
  receipts: readonly Receipt[],
  source: string,
  action: string,
): Receipt | undefined {
  return receipts.findLast((one) => one.source === source && one.actions.includes(action));
}

/** True if nothing else becomes of the decision. */
export function isFinal({ state }: Receipt): boolean {
  return FINAL.includes(state);
}

/** Finds the receipt by which an action has ended. */
export function endOf(receipts: readonly Receipt[], action: string): Receipt | undefined {
  return receipts.findLast(
    ({ state, actions }) =>
      (state === "applied" || state === "discarded") && actions.includes(action),
  );
}

/**
 * Returns those who, by comments that stand, want the same of an action as another decision. A comment stands if it has
 * a receipt for this plan, was never edited, and is the last in which that person says something of the action: so
 * everybody can take theirs back. Ticks are no comments: a receipt alone could be written by whoever has the token.
 */
export function othersWhoWant(
  { verdict, source }: Pick<Wish, "verdict" | "source">,
  action: PlannedAction,
  { thread, receipts, plan }: ReadThread,
): readonly Account[] {
  const answers = receipts.filter(({ actions }) => actions.includes(action.id));
  const states = new Map(answers.map((answer) => [answer.source, answer.state]));
  const isWaiting = (id: string) =>
    id !== source && ["pending", "approved"].includes(states.get(id) ?? "");
  const standing = thread.filter((one) => !one.isOwn && !one.isEdited && !one.author.isBot);
  const people = new Set(standing.filter(({ id }) => isWaiting(id)).map(loginOf));
  const last = new Map<string, Wish>();
  // Those of others are not read: everybody may comment, and each comment may name every action a hundred times.
  for (const comment of standing.filter((one) => people.has(loginOf(one))))
    for (const wish of wishesIn(comment, plan))
      if (typeof wish !== "string" && wish.actions.includes(action))
        last.set(loginOf(comment), wish);
  return [...last.values()]
    .filter((one) => one.verdict === verdict && isWaiting(one.source))
    .map(({ by }) => by);
}

/** To forges, logins are the same in any case. */
function loginOf({ author }: ThreadComment): string {
  return author.login.toLowerCase();
}
