import type { DecidedPull } from "../forge/people.ts";
import type { HeldState } from "../model/forge/held-state.ts";
import type { Policy } from "../model/policy.ts";
import type { PlannedAction } from "../plan-file/plan.ts";
import { approvalsFor } from "../policy/approvals-for.ts";
import { type Judgement, judgeApproval, objectionTo } from "./judge-approval.ts";
import type { AskAbout } from "./open-deciders.ts";
import { answerTo, endOf, isFinal, othersWhoWant, type ReadThread } from "./read-thread.ts";
import { isTick, type Wish } from "./read-wishes.ts";
import type { Receipt } from "./receipts.ts";

/** The things by which decisions are judged. */
export interface JudgingContext extends ReadThread {
  readonly policy: Policy;
  readonly pull: DecidedPull;
  readonly askAbout: AskAbout;
  /** The commits of the branch that have actions of the plan, by the ids of these. */
  readonly written: ReadonlyMap<string, string>;
  /** The ids of actions whose files in the head are not those of the plan. */
  readonly stale: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly shownAt: number;
  readonly now: number;
}

/** A decision about one action. */
export interface WishedAction {
  readonly wish: Wish;
  readonly action: PlannedAction;
}

/** What becomes of one action by one decision. */
export interface JudgedWish extends WishedAction {
  readonly state: HeldState | "failed";
  /** One or more sentences. */
  readonly why: string;
  readonly commit?: string;
  /** Of one that is approved: everybody who wants it. */
  readonly logins?: readonly string[];
  /** It has this answer already. */
  readonly isKnown?: true;
}

/** Returns decisions about one action each, in their order. */
export function eachAction(wishes: readonly Wish[]): readonly WishedAction[] {
  return wishes.flatMap((wish) => wish.actions.map((action) => ({ wish, action })));
}

/** Judges decisions. Of those about one action, the first that counts is the one. */
export async function judgeWishes(
  wished: readonly WishedAction[],
  context: JudgingContext,
): Promise<readonly JudgedWish[]> {
  const judged: JudgedWish[] = [];
  const ended = new Set<string>();
  for (const one of wished) {
    const isAgain = ended.has(one.action.id);
    const now = isAgain ? ({ ...one, ...DECIDED } as const) : await judgeWish(one, context);
    judged.push(now);
    if (now.state !== "refused") ended.add(one.action.id);
  }
  return judged;
}

const DECIDED = { state: "refused", why: "The same comment has decided it before." } as const;

async function judgeWish(one: WishedAction, context: JudgingContext): Promise<JudgedWish> {
  const { wish, action } = one;
  const { receipts, written } = context;
  const answer = answerTo(receipts, wish.source, action.id);
  if (answer !== undefined && isFinal(answer) && answer.verdict === wish.verdict) {
    const { state, commit } = answer;
    const known = { ...one, state, why: "It had its answer before.", isKnown: true } as const;
    return commit === undefined ? known : { ...known, commit };
  }
  const judgement = await judge(one, context);
  const commit = written.get(action.id);
  const end = endOf(receipts, action.id);
  // A commit that somebody took from the branch ends nothing: people may decide again.
  const isEnded = commit !== undefined || end?.state === "discarded";
  if (judgement.state !== "refused" && isEnded) return ofEnded(one, { end, commit });
  const isKnown = answer !== undefined && answer.state === judgement.state;
  return { ...one, ...judgement, ...(isKnown ? { isKnown } : {}) };
}

/** Returns what becomes of a decision about an action that has ended; cut off before its receipt, it has its commit. */
function ofEnded(
  one: WishedAction,
  { end, commit }: { readonly end: Receipt | undefined; readonly commit: string | undefined },
): JudgedWish {
  const { verdict } = one.wish;
  const has = commit === undefined ? {} : { commit };
  if (end !== undefined && (end.verdict !== verdict || commit === undefined))
    return { ...one, state: "refused", why: `It was ${end.state} before, by ${end.by}.`, ...has };
  if (verdict === "discard")
    return { ...one, state: "refused", why: "It was applied before.", ...has };
  return { ...one, state: "applied", why: "It is on the branch.", ...has };
}

async function judge(
  { wish, action }: WishedAction,
  context: JudgingContext,
): Promise<Judgement & Pick<JudgedWish, "logins">> {
  const { policy, pull, askAbout, shownAt, now, stale } = context;
  const approvals = approvalsFor(policy, action.ruleId);
  const person = await askAbout(wish.by, action, approvals);
  const others = othersWhoWant(wish, action, context);
  const earlier = await Promise.all(others.map((one) => askAbout(one, action, approvals)));
  const judgement = judgeApproval({
    ...{ approvals, person, earlier, shownAt, now },
    isTick: isTick(wish.source),
    isFromFork: pull.branch === undefined,
    isStale: wish.verdict === "apply" && stale.has(action.id),
  });
  if (judgement.state !== "approved" || approvals === undefined) return judgement;
  const counting = earlier.filter((one) => objectionTo(one, approvals) === undefined);
  return { ...judgement, logins: [...new Set([...counting, wish.by].map(({ login }) => login))] };
}
