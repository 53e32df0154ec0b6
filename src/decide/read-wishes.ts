import type { ThreadComment } from "../forge/people.ts";
import type { Account } from "../forge/pulls.ts";
import { chooseActions } from "../past/record/choose-actions.ts";
import type { Plan, PlannedAction } from "../plan-file/plan.ts";
import { findHeldList } from "../report/pull/held-marker.ts";
import { showsAction } from "../report/pull/renew-held-list.ts";
import type { HeldChoice } from "../request/request.ts";
import type { CommentEvent } from "./find-event.ts";
import { boxesNow, readBoxes } from "./read-boxes.ts";
import { type ReadDecision, readDecisions } from "./read-decisions.ts";
import { receiptsOf } from "./receipts.ts";

/** A decision of a person, before anybody has looked if it counts. */
export interface Wish {
  readonly verdict: "apply" | "discard";
  /** Held actions of the plan; never empty. */
  readonly actions: readonly PlannedAction[];
  readonly by: Account;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The comment or the edit, in the words of the forge. */
  readonly source: string;
  readonly reason: string;
}

/** The wishes of a comment, and what in it is no wish; `nothing` says why it has neither. */
export type ReadWishes =
  | {
      readonly kind: "read";
      readonly wishes: readonly Wish[];
      /** Sentences. */
      readonly faults: readonly string[];
      readonly by: Account;
      readonly source: string;
      /** The list is of another plan. */
      readonly isOtherPlan?: true;
    }
  | { readonly kind: "nothing"; readonly why: string };

/** The source of a tick: an id of a comment has no space. */
const TICK = " ticked ";

/** True if a decision was a ticked box, and no comment of a person. */
export function isTick(source: string): boolean {
  return source.includes(TICK);
}

/**
 * Reads what the comment of an event decides. A comment of a person counts as the forge has it now, and only if it was
 * never edited. Of an edit of our own list, the boxes count that the sender of the event has ticked, and that are
 * ticked still.
 */
export function readWishes(
  event: CommentEvent,
  thread: readonly ThreadComment[],
  plan: Plan,
): ReadWishes {
  const comment = thread.find(({ id }) => id === event.id);
  if (comment === undefined) return { kind: "nothing", why: "The comment is gone." };
  if (comment.isOwn) return readTicks(event, comment, { plan, thread });
  if (event.isEdited)
    return { kind: "nothing", why: "A comment that was edited decides nothing: write a new one." };
  const found = wishesIn(comment, plan);
  if (found.length === 0) return { kind: "nothing", why: "The comment has no command." };
  const about = { kind: "read", by: comment.author, source: comment.id } as const;
  if (comment.isEdited)
    return { ...about, wishes: [], faults: ["The comment was edited. Write a new one."] };
  const wishes = found.filter((one) => typeof one !== "string");
  const count = wishes.reduce((sum, { actions }) => sum + actions.length, 0);
  if (count > MOST_WISHED) return { ...about, wishes: [], faults: [TOO_MUCH] };
  return { ...about, wishes, faults: found.filter((one) => typeof one === "string") };
}

/** The most actions that one comment decides about, each as often as it is named: every answer is told. */
const MOST_WISHED = 5000;
const TOO_MUCH = `The comment decides about more than ${MOST_WISHED} actions, and none of it is read. Use several.`;

/** Reads the commands of a comment of a person; a sentence for each line that is none. */
export function wishesIn(comment: ThreadComment, plan: Plan): readonly (Wish | string)[] {
  return readDecisions(comment.body).map((decision) => wishOf(decision, comment, plan));
}

function wishOf(decision: ReadDecision, comment: ThreadComment, plan: Plan): Wish | string {
  const place = `Line ${decision.line}: `;
  if (decision.kind === "fault") return place + decision.message;
  const chosen = heldActions(decision.choice, plan);
  if (typeof chosen === "string") return place + chosen;
  const { verdict, reason } = decision;
  const { author: by, createdAt: at, id: source } = comment;
  return { verdict, actions: chosen, by, at, source, reason };
}

function heldActions(choice: HeldChoice, plan: Plan): readonly PlannedAction[] | string {
  const held = plan.actions
    .filter(({ state }) => state === "held")
    .map((action) => ({ ...action, ruleId: action.ruleId ?? "default", whole: action }));
  const chosen = chooseActions(choice, held, "that is held in the plan");
  if (chosen.kind === "none") return [...chosen.problems, chosen.hint ?? ""].join(" ").trim();
  if (chosen.actions.length === 0) return "Nothing of that is held in the plan.";
  return chosen.actions.map(({ whole }) => whole);
}

function readTicks(
  { edit }: CommentEvent,
  comment: ThreadComment,
  { plan, thread }: { readonly plan: Plan; readonly thread: readonly ThreadComment[] },
): ReadWishes {
  if (edit === undefined || isSame(edit.by.login, comment.author.login))
    return { kind: "nothing", why: "Sluice wrote this comment itself." };
  const { by, at } = edit;
  const source = `${comment.id}${TICK}${at} ${by.login}`;
  const about = { kind: "read", by, source, wishes: [], faults: [] } as const;
  const read = readBoxes(edit.before, edit.after);
  if (read.kind === "fault") return { ...about, faults: [read.message] };
  if (read.kind === "none") return { kind: "nothing", why: "The edit ticks no box." };
  if (read.plan !== plan.digest) return { ...about, faults: [OTHER_PLAN], isOtherPlan: true };
  const now = boxesNow(comment.body, plan.digest);
  const empty = new Set(now?.flatMap(({ id, isTicked }) => (isTicked ? [] : [id])));
  const own = receiptsOf(thread, plan.digest).filter((one) => one.source === source);
  const isAnswered = (id: string) =>
    own.some(({ actions }) => actions.some((one) => one.startsWith(id)));
  // What has ended has no box any more; what has its answer, an empty one.
  const counts = (id: string) => isAnswered(id) || (now !== undefined && !empty.has(id));
  const ids = read.ticked.filter(counts);
  if (ids.length === 0) return { ...about, faults: [UNTICKED] };
  const actions = heldActions({ kind: "ids", ids }, plan);
  if (typeof actions === "string") return { ...about, faults: [actions] };
  const { before } = edit;
  if (!actions.every((action) => showsAction(before, action)))
    return { ...about, faults: [EDITED] };
  return { ...about, wishes: [{ verdict: "apply", actions, by, at, source, reason: TICKED }] };
}

const TICKED = "Ticked the box.";
const EDITED =
  "The list shows another text than the plan has: somebody has edited it. Look at the plan, and write a comment.";
const UNTICKED = "The box is not ticked any more. Tick it again, or write a comment.";

/** To forges, logins are the same in any case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The sentence about a list of another plan than that of the job. */
export const OTHER_PLAN =
  "The list of held actions is of another plan than the job has. Run Sluice again, and decide about the new list.";

/** Finds our own comment that lists what the plan holds; the newest. */
export function findList(
  thread: readonly ThreadComment[],
  { digest }: Plan,
): ThreadComment | undefined {
  return thread.findLast(({ isOwn, body }) => isOwn && findHeldList(body)?.plan === digest);
}
