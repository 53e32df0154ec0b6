import type { ThreadComment } from "../forge/people.ts";
import type { HeldState } from "../model/forge/held-state.ts";
import { readDecisions } from "./read-decisions.ts";
import { isTick } from "./read-wishes.ts";
import { type Receipt, readReceipts } from "./receipts.ts";

/** The states after which nothing else becomes of a decision. */
const FINAL: readonly HeldState[] = ["applied", "discarded", "refused", "stale", "expired"];

/** Returns the receipts of a plan: those of our own comments that nobody has edited, the oldest first. */
export function receiptsOf(thread: readonly ThreadComment[], plan: string): readonly Receipt[] {
  const own = thread.filter(({ isOwn, isEdited }) => isOwn && !isEdited);
  return own.flatMap(({ body }) => readReceipts(body).receipts).filter((one) => one.plan === plan);
}

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
 * Returns the logins of those who, by receipts, want the same of an action, by other decisions than `source`. A comment
 * that a receipt names is read again: it must be there, unedited, by the same person, and with a command.
 */
export function earlierLogins(
  receipts: readonly Receipt[],
  {
    thread,
    verdict,
    action,
    source,
  }: {
    readonly thread: readonly ThreadComment[];
    readonly verdict: "apply" | "discard";
    readonly action: string;
    readonly source: string;
  },
): readonly string[] {
  const waiting = receipts.filter(
    (one) =>
      one.verdict === verdict &&
      one.source !== source &&
      one.actions.includes(action) &&
      (one.state === "pending" || one.state === "approved"),
  );
  const standing = waiting.filter((one) => isTick(one.source) || isSaid(one, thread));
  return [...new Set(standing.map(({ by }) => by))];
}

function isSaid(
  { source, by, verdict, reason }: Receipt,
  thread: readonly ThreadComment[],
): boolean {
  const comment = thread.find(({ id }) => id === source);
  if (comment === undefined || comment.isEdited || comment.author.isBot) return false;
  if (comment.author.login.toLowerCase() !== by.toLowerCase()) return false;
  return readDecisions(comment.body).some(
    (one) => one.kind === "decision" && one.verdict === verdict && one.reason === reason,
  );
}
