import type { ConfigReader } from "../config/sources/config-reader.ts";
import { readOwners } from "../config/surroundings/read-owners.ts";
import type { DecidedPull, ThreadComment } from "../forge/people.ts";
import type { CommitPlace } from "../git/commit/open-commit-place.ts";
import type { Push } from "../git/push/open-push.ts";
import { gitIn } from "../git/run-git.ts";
import type { CommitAuthor } from "../model/policy/commits.ts";
import type { Policy } from "../model/policy.ts";
import type { Plan, PlannedAction } from "../plan-file/plan.ts";
import { findHeldList } from "../report/pull/held-marker.ts";
import type { DecideRequest, RunWorld } from "../request/request.ts";
import { compareTree, firstHashes } from "../tree/compare-tree.ts";
import type { CommentEvent } from "./find-event.ts";
import { type JudgedWish, judgeWishes, type WishedAction } from "./judge-wishes.ts";
import { openDeciders } from "./open-deciders.ts";
import type { DecidePlace } from "./open-people.ts";
import { receiptsOf } from "./receipts.ts";
import { movedFiles, tipHere } from "./write-approved.ts";
import { stillWritten, writtenCommits } from "./written-commits.ts";

/** The pull request, its branch, and who says who may decide. */
export interface LookingContext extends DecidePlace<CommentEvent> {
  readonly request: DecideRequest;
  readonly world: RunWorld;
  readonly policy: Policy;
  /** Reads what is trusted. */
  readonly reader: ConfigReader;
  readonly signal: AbortSignal;
  readonly pull: DecidedPull;
  /** Our own comment that lists what is held. */
  readonly list: ThreadComment;
  /** Absent if it is of a fork. */
  readonly branch?: PullBranch;
}

/** The branch of a pull request, and the way to it. */
export interface PullBranch {
  readonly name: string;
  readonly place: CommitPlace;
  readonly push: Push;
  /** The author and committer of what is written on it. */
  readonly identity: CommitAuthor;
}

/** Judges decisions by the thread, the branch and the people as they are now. */
export async function lookAt(
  plan: Plan,
  wished: readonly WishedAction[],
  context: LookingContext,
): Promise<readonly JudgedWish[]> {
  const { forge, pull, policy, reader, list, world } = context;
  const thread = await forge.readThread(pull.number);
  const { ownersOf } = await readOwners(reader);
  const now = world.now();
  const actions = wished.map(({ action }) => action);
  const stale = await staleOf(actions, context.request);
  return judgeWishes(wished, {
    ...{ plan, policy, pull, thread, shownAt: shownAt(list, now), now },
    receipts: receiptsOf(thread, plan.digest),
    askAbout: openDeciders({ forge, pull, ownersOf }),
    written: await writtenBefore(plan, actions, stale, context),
    stale,
  });
}

/** A list says when it was written anew; what it says may be edited, but not to a time before the comment. */
function shownAt({ body, createdAt }: ThreadComment, now: number): number {
  const at = findHeldList(body)?.at ?? createdAt;
  return at >= createdAt && at <= now ? at : createdAt;
}

/** Finds the actions that the branch has by earlier decisions. */
export async function writtenBefore(
  plan: Plan,
  actions: readonly PlannedAction[],
  stale: ReadonlySet<string>,
  { branch, world, signal }: LookingContext,
): Promise<ReadonlyMap<string, string>> {
  if (branch === undefined) return new Map();
  const { name, place, push, identity } = branch;
  const git = gitIn(place.top, world.env, { signal });
  const tip = await tipHere(git, { push, branch: name });
  if (tip === undefined) return new Map();
  const found = await writtenCommits(git, tip, { plan: plan.digest, email: identity.email });
  return stillWritten(found, actions, async (action) => {
    if (stale.has(action.id)) return false;
    return (await movedFiles(git, [action], { place, tip })).length === 0;
  });
}

/** Returns the ids of the actions of which a file of the checkout is not as in the plan. */
export async function staleOf(
  actions: readonly PlannedAction[],
  { root }: Pick<DecideRequest, "root">,
): Promise<ReadonlySet<string>> {
  const stale = new Set<string>();
  for (const action of new Set(actions)) {
    const { moved } = await compareTree(root, firstHashes([action]), { keepsTexts: false });
    if (moved.length > 0) stale.add(action.id);
  }
  return stale;
}
