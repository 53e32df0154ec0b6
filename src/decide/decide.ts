import type { Alert } from "../model/alert.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { DecisionReport } from "../model/report/report.ts";
import type { Plan, PlannedAction } from "../plan-file/plan.ts";
import { answerFaults, answerJudged } from "./answer-on-pull.ts";
import { type CarryingOut, carryOut } from "./carry-out.ts";
import { decisionsOf } from "./decisions-of.ts";
import type { CommentEvent, DecideEvent } from "./find-event.ts";
import { eachAction, type JudgedWish } from "./judge-wishes.ts";
import { listHeld, renewList, whyNoList } from "./keep-list.ts";
import { type LookingContext, lookAt, staleOf, writtenBefore } from "./look-at.ts";
import { openBranch } from "./open-branch.ts";
import { findList, isTick, OTHER_PLAN, type ReadWishes, readWishes } from "./read-wishes.ts";
import type { BranchContext } from "./write-approved.ts";

/** The request, its trusted policy, and what the job is about with the people around it. */
export interface DecidingContext<Event extends DecideEvent = DecideEvent>
  extends Omit<LookingContext, "pull" | "branch" | "list" | "event"> {
  readonly event: Event;
  readonly judgeApproved: CarryingOut["judgeApproved"];
}

/** What became of a comment, or of the list. */
export interface DecidedPlan {
  readonly decisions: readonly DecisionReport[];
  /** The actions that were applied or discarded, as the plan has them. */
  readonly ended: readonly PlannedAction[];
  readonly alerts: readonly Alert[];
  /** The list of held actions is of another plan. */
  readonly isStale?: boolean;
}

type Outcome = DecidedPlan | { readonly fault: Diagnostic };

/**
 * Lists what the plan of a pull request holds; or reads what the comment of a job decides, judges it, does it, answers
 * it, and brings the list up to date. May throw a `ForgeFault`.
 */
export async function decide(plan: Plan, context: DecidingContext): Promise<Outcome> {
  const { event, forge } = context;
  const pull = await forge.readPull(event.number);
  if (pull.state !== "open") return nothing(`The pull request is ${pull.state}.`);
  if (event.kind === "comment") return decideBy(plan, { ...context, event, pull });
  const why = pull.base === event.defaultBranch ? whyNoList(pull, event) : OTHER_BASE;
  if (why !== undefined) return nothing(why);
  await listHeld(plan, event, { ...context, pull });
  return { decisions: [], ended: [], alerts: [] };
}

type OnComment = DecidingContext<CommentEvent> & Pick<LookingContext, "pull">;

async function decideBy(plan: Plan, context: OnComment): Promise<Outcome> {
  const { event, forge, request, pull } = context;
  const thread = await forge.readThread(pull.number);
  const read = readWishes(event, thread, plan);
  if (read.kind === "nothing") return nothing(read.why);
  const isElsewhere = pull.base !== event.defaultBranch;
  const list = findList(thread, plan);
  if (read.wishes.length > 0 && list !== undefined && !isElsewhere)
    return decideOn(plan, read, { ...context, list });
  const faults = isElsewhere ? [OTHER_BASE] : list === undefined ? [OTHER_PLAN] : read.faults;
  if (!request.isDryRun)
    await answerFaults({ ...read, faults }, { forge, number: pull.number, thread });
  const isStale = !isElsewhere && (list === undefined || read.isOtherPlan === true);
  return { ...nothing(faults.join(" ")), isStale };
}

const OTHER_BASE =
  "The pull request does not go to the default branch, and only the policy of that says who decides.";

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
  context: OnComment & Pick<LookingContext, "list">,
): Promise<Outcome> {
  if (context.pull.branch === undefined) return decideAll(plan, read, context);
  const branch = await openBranch(context.pull.branch, context);
  if ("fault" in branch) return branch;
  try {
    return await decideAll(plan, read, { ...context, branch });
  } finally {
    await branch.push.close();
  }
}

async function decideAll(
  plan: Plan,
  read: Extract<ReadWishes, { kind: "read" }>,
  context: LookingContext & DecidingContext,
): Promise<DecidedPlan> {
  const { forge, pull } = context;
  const { isDryRun } = context.request;
  const answers = { plan: plan.digest, head: pull.head, forge, number: pull.number };
  const first = await lookAt(plan, eachAction(read.wishes), context);
  const waiting = first.filter(({ state, isKnown }) => state === "pending" && !isKnown);
  const answered = isDryRun || waiting.length === 0 ? [] : first.filter(isSettled);
  // Of two people who decide at the same time, the one who is answered later sees the other's receipt.
  await answerJudged(answered, answers);
  const again = answered.length === 0 ? waiting : await lookAt(plan, waiting, context);
  const judged = [...first.filter((one) => !waiting.includes(one)), ...again];
  let done = await carryOut(judged, { ...context, to: writingOf(plan, context) });
  if (!isDryRun) {
    const rest = done.filter((one) => !answered.includes(one));
    await answerJudged(rest, answers);
    const late = await overtaken(plan, done, context);
    await answerJudged([...late.values()], answers);
    done = done.map((one) => late.get(one) ?? one);
    const thread = await forge.readThread(pull.number);
    await answerFaults(read, { forge, number: pull.number, thread });
    // What failed has no answer yet: its box stays ticked for the job that runs again.
    const answeredNow = done.filter(({ state }) => state !== "failed");
    const decided = isTick(read.source) ? answeredNow.map(({ action }) => action.id) : [];
    await renewList(plan, new Set(decided), { ...context, thread });
  }
  return {
    decisions: decisionsOf(done, { isDryRun }),
    ended: endedOf(done),
    alerts: read.faults.map((message) => ({ level: "warn", code: "not-decided", message })),
  };
}

/** Returns the decisions of actions that another job has written meanwhile: a commit counts, whoever discards it. */
async function overtaken(
  plan: Plan,
  done: readonly JudgedWish[],
  context: LookingContext,
): Promise<ReadonlyMap<JudgedWish, JudgedWish>> {
  const discarded = done.filter(({ state, isKnown }) => state === "discarded" && !isKnown);
  if (discarded.length === 0) return new Map();
  const actions = discarded.map(({ action }) => action);
  const stale = await staleOf(actions, context.request);
  const written = await writtenBefore(plan, actions, stale, context);
  return new Map(
    discarded.flatMap((one) => {
      const commit = written.get(one.action.id);
      if (commit === undefined) return [];
      return [[one, { ...one, state: "refused", why: OVERTAKEN, commit }] as const];
    }),
  );
}

const OVERTAKEN = "It was applied at the same time.";

/** True if nothing is to be done before it is answered. */
function isSettled({ state }: JudgedWish): boolean {
  return state !== "approved";
}

function writingOf(
  plan: Plan,
  { request, world, signal, policy, branch }: LookingContext & DecidingContext,
): BranchContext | undefined {
  if (branch === undefined || request.isDryRun) return undefined;
  const { name, ...way } = branch;
  return { ...way, plan, root: request.root, world, signal, branch: name, commits: policy.commits };
}

/** Returns the actions that ended by this job, or have ended before. */
function endedOf(judged: readonly JudgedWish[]): readonly PlannedAction[] {
  const ended = judged.filter(({ state }) => state === "applied" || state === "discarded");
  return [...new Set(ended.map(({ action }) => action))];
}
