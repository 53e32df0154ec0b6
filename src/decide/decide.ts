import { openCommitPlace } from "../git/commit/open-commit-place.ts";
import { accountIdentity } from "../landing/account-identity.ts";
import { notPublishable } from "../landing/find-place.ts";
import { openPushTo } from "../landing/open-push-to.ts";
import type { Alert } from "../model/alert.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { DecisionReport } from "../model/report/report.ts";
import type { Plan, PlannedAction } from "../plan-file/plan.ts";
import type { DecideRequest, RunWorld } from "../request/request.ts";
import { answerFaults, answerJudged } from "./answer-on-pull.ts";
import { type CarryingOut, carryOut } from "./carry-out.ts";
import { decisionsOf } from "./decisions-of.ts";
import type { JudgedWish } from "./judge-wishes.ts";
import { type LookingContext, lookAt } from "./look-at.ts";
import { findList, OTHER_PLAN, type ReadWishes, readWishes } from "./read-wishes.ts";
import type { BranchContext } from "./write-approved.ts";

/** The request, its trusted policy, and the comment with the people around it. */
export interface DecidingContext extends Omit<LookingContext, "pull" | "branch" | "list"> {
  readonly request: DecideRequest;
  readonly world: RunWorld;
  readonly judgeApproved: CarryingOut["judgeApproved"];
}

/** What became of a comment. */
export interface DecidedPlan {
  readonly decisions: readonly DecisionReport[];
  /** The actions that were applied or discarded, as the plan has them. */
  readonly ended: readonly PlannedAction[];
  readonly alerts: readonly Alert[];
  /** The list of held actions is of another plan. */
  readonly isStale?: boolean;
}

type Outcome = DecidedPlan | { readonly fault: Diagnostic };

/** Reads what the comment of a job decides, judges it, does it and answers it. May throw a `ForgeFault`. */
export async function decide(plan: Plan, context: DecidingContext): Promise<Outcome> {
  const { event, forge, request } = context;
  const pull = await forge.readPull(event.number);
  if (pull.state !== "open") return nothing(`The pull request is ${pull.state}.`);
  const thread = await forge.readThread(pull.number);
  const read = readWishes(event, thread, plan);
  if (read.kind === "nothing") return nothing(read.why);
  const list = findList(thread, plan);
  if (read.wishes.length > 0 && list !== undefined)
    return decideOn(plan, read, { ...context, pull, list });
  const faults = list === undefined ? [OTHER_PLAN] : read.faults;
  if (!request.isDryRun)
    await answerFaults({ ...read, faults }, { forge, number: pull.number, thread });
  const isStale = list === undefined || read.isOtherPlan === true;
  return { ...nothing(faults.join(" ")), isStale };
}

function nothing(message: string): DecidedPlan {
  return {
    decisions: [],
    ended: [],
    alerts: [{ level: "warn", code: "not-decided", message }],
  };
}

/** Decides with the branch of the pull request at hand; that of a fork is not ours. */
async function decideOn(
  plan: Plan,
  read: Extract<ReadWishes, { kind: "read" }>,
  context: DecidingContext & Pick<LookingContext, "pull" | "list">,
): Promise<Outcome> {
  const { request, world, to, signal, pull } = context;
  if (pull.branch === undefined) return decideAll(plan, read, context);
  if (pull.branch === context.event.defaultBranch) return DEFAULT_BRANCH;
  const place = await openCommitPlace(request.root, world.env);
  if ("message" in place) return notPublishable(place.message, place.hint);
  const push = await openPushTo(to, { root: request.root, env: world.env, signal });
  if ("fault" in push) return push;
  try {
    return await decideAll(plan, read, { ...context, branch: { name: pull.branch, place, push } });
  } finally {
    await push.close();
  }
}

const DEFAULT_BRANCH = notPublishable(
  "The pull request is of the default branch, to which nothing is pushed by a decision.",
  "Use a branch of its own.",
);

async function decideAll(
  plan: Plan,
  read: Extract<ReadWishes, { kind: "read" }>,
  context: LookingContext & DecidingContext,
): Promise<DecidedPlan> {
  const { forge, pull } = context;
  const { isDryRun } = context.request;
  const answers = { plan: plan.digest, head: pull.head, forge, number: pull.number };
  const first = await lookAt(plan, read.wishes, context);
  let { judged } = first;
  const isAnswered = (one: JudgedWish, at: number) => one.state === first.judged[at]?.state;
  const waits = judged.some(({ state, isKnown }) => state === "pending" && !isKnown) && !isDryRun;
  if (waits) {
    // Of two people who decide at the same time, the one who is answered later sees the other's receipt.
    await answerJudged(
      judged.filter(({ state }) => state !== "approved"),
      answers,
    );
    const again = await lookAt(plan, read.wishes, context);
    judged = again.judged.map((one, at) => (isAnswered(one, at) ? (first.judged[at] ?? one) : one));
  }
  const done = await carryOut(judged, { ...context, to: writingOf(plan, context) });
  const rest = waits ? done.filter((one, at) => !isAnswered(one, at)) : done;
  if (!isDryRun) {
    await answerJudged(rest, answers);
    await answerFaults(read, { forge, number: pull.number, thread: first.thread });
  }
  return {
    decisions: decisionsOf(done, { isDryRun }),
    ended: endedOf(done),
    alerts: read.faults.map((message) => ({ level: "warn", code: "not-decided", message })),
  };
}

function writingOf(
  plan: Plan,
  { request, world, signal, policy, branch, list }: LookingContext & DecidingContext,
): BranchContext | undefined {
  if (branch === undefined || request.isDryRun) return undefined;
  const { name, place, push } = branch;
  const about = { plan, root: request.root, world, signal, place, push, branch: name };
  return { ...about, commits: policy.commits, account: accountIdentity(list.author, world.env) };
}

/** Returns the actions that ended by this job, or have ended before. */
function endedOf(judged: readonly JudgedWish[]): readonly PlannedAction[] {
  const ended = judged.filter(({ state }) => state === "applied" || state === "discarded");
  return [...new Set(ended.map(({ action }) => action))];
}
