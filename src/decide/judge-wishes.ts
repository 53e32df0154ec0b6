import type { DecidedPull, ThreadComment } from "../forge/people.ts";
import type { HeldState } from "../model/forge/held-state.ts";
import type { Policy } from "../model/policy.ts";
import type { PlannedAction } from "../plan-file/plan.ts";
import { approvalsFor } from "../policy/approvals-for.ts";
import { type Judgement, judgeApproval, objectionTo } from "./judge-approval.ts";
import type { AskAbout } from "./open-deciders.ts";
import { answerTo, earlierLogins, endOf, isFinal } from "./read-thread.ts";
import type { Wish } from "./read-wishes.ts";
import type { Receipt } from "./receipts.ts";

/** The things by which decisions are judged. */
export interface JudgingContext {
  readonly policy: Policy;
  readonly pull: DecidedPull;
  readonly thread: readonly ThreadComment[];
  /** Those of the plan. */
  readonly receipts: readonly Receipt[];
  readonly askAbout: AskAbout;
  /** The commits of the branch that have actions of the plan, by the ids of these. */
  readonly written: ReadonlyMap<string, string>;
  /** The ids of actions whose files in the head are not those of the plan. */
  readonly stale: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly shownAt: number;
  readonly now: number;
}

/** What becomes of one action by one decision. */
export interface JudgedWish {
  readonly wish: Wish;
  readonly action: PlannedAction;
  readonly state: HeldState | "failed";
  /** One or more sentences. */
  readonly why: string;
  readonly commit?: string;
  /** Of one that is approved: everybody who wants it. */
  readonly logins?: readonly string[];
  /** It has this answer already. */
  readonly isKnown?: true;
}

/** Judges decisions, each action by itself. Of those about one action, the first that counts is the one. */
export async function judgeWishes(
  wishes: readonly Wish[],
  context: JudgingContext,
): Promise<readonly JudgedWish[]> {
  const judged: JudgedWish[] = [];
  const ended = new Set<string>();
  for (const wish of wishes)
    for (const action of wish.actions) {
      const one = ended.has(action.id)
        ? {
            wish,
            action,
            state: "refused" as const,
            why: "The same comment has decided it before.",
          }
        : await judgeWish(wish, action, context);
      judged.push(one);
      if (one.state !== "refused") ended.add(action.id);
    }
  return judged;
}

async function judgeWish(
  wish: Wish,
  action: PlannedAction,
  context: JudgingContext,
): Promise<JudgedWish> {
  const { receipts, written } = context;
  const answer = answerTo(receipts, wish.source, action.id);
  if (answer !== undefined && isFinal(answer) && answer.verdict === wish.verdict) {
    const { state, commit } = answer;
    const known = { wish, action, state, why: "It had its answer before.", isKnown: true } as const;
    return commit === undefined ? known : { ...known, commit };
  }
  const end = endOf(receipts, action.id);
  const commit = written.get(action.id) ?? end?.commit;
  const judgement = await judge(wish, action, context);
  const { state } = judgement;
  if (state !== "refused" && (end !== undefined || commit !== undefined))
    return ofEnded(wish, action, { end, commit });
  const isKnown = answer !== undefined && answer.state === state;
  return { wish, action, ...judgement, ...(isKnown ? { isKnown } : {}) };
}

/** Returns what becomes of a decision about an action that has ended; cut off before its receipt, it has its commit. */
function ofEnded(
  wish: Wish,
  action: PlannedAction,
  { end, commit }: { readonly end: Receipt | undefined; readonly commit: string | undefined },
): JudgedWish {
  const has = commit === undefined ? {} : { commit };
  if (end !== undefined && (end.verdict !== wish.verdict || commit === undefined))
    return {
      wish,
      action,
      state: "refused",
      why: `It was ${end.state} before, by ${end.by}.`,
      ...has,
    };
  if (wish.verdict === "discard")
    return { wish, action, state: "refused", why: "It was applied before.", ...has };
  return { wish, action, state: "applied", why: "It is on the branch.", ...has };
}

async function judge(
  wish: Wish,
  action: PlannedAction,
  context: JudgingContext,
): Promise<Judgement & Pick<JudgedWish, "logins">> {
  const { policy, pull, thread, receipts, askAbout, shownAt, now, stale } = context;
  const { verdict, source, by } = wish;
  const approvals = approvalsFor(policy, action.ruleId);
  const person = await askAbout(by, action, approvals);
  const logins = earlierLogins(receipts, { thread, verdict, action: action.id, source });
  const accounts = logins.map((login) => ({ login, isBot: false }));
  const earlier = await Promise.all(accounts.map((one) => askAbout(one, action, approvals)));
  const judgement = judgeApproval({
    ...{ approvals, person, earlier, shownAt, now },
    isUsed: false,
    isFromFork: pull.branch === undefined,
    isStale: verdict === "apply" && stale.has(action.id),
  });
  if (judgement.state !== "approved" || approvals === undefined) return judgement;
  const counting = earlier.filter((one) => objectionTo(one, approvals) === undefined);
  return { ...judgement, logins: [...new Set([...counting, by].map(({ login }) => login))] };
}
