import type { ConfigReader } from "../config/sources/config-reader.ts";
import { readOwners } from "../config/surroundings/read-owners.ts";
import type { DecidedPull, ThreadComment } from "../forge/people.ts";
import type { CommitPlace } from "../git/commit/open-commit-place.ts";
import type { Push } from "../git/push/open-push.ts";
import { gitIn } from "../git/run-git.ts";
import type { Policy } from "../model/policy.ts";
import type { Plan } from "../plan-file/plan.ts";
import type { DecideRequest, RunWorld } from "../request/request.ts";
import { compareTree, firstHashes } from "../tree/compare-tree.ts";
import { type JudgedWish, judgeWishes } from "./judge-wishes.ts";
import { openDeciders } from "./open-deciders.ts";
import type { DecidePlace } from "./open-people.ts";
import { receiptsOf } from "./read-thread.ts";
import type { Wish } from "./read-wishes.ts";
import { tipHere } from "./write-approved.ts";
import { writtenCommits } from "./written-commits.ts";

/** The pull request, its branch, and who says who may decide. */
export interface LookingContext extends DecidePlace {
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
  readonly branch?: { readonly name: string; readonly place: CommitPlace; readonly push: Push };
}

/** Judges decisions by the thread, the branch and the people as they are now. */
export async function lookAt(
  plan: Plan,
  wishes: readonly Wish[],
  context: LookingContext,
): Promise<{ readonly judged: readonly JudgedWish[]; readonly thread: readonly ThreadComment[] }> {
  const { forge, pull, policy, reader, list, world } = context;
  const thread = await forge.readThread(pull.number);
  const { ownersOf } = await readOwners(reader);
  const judged = await judgeWishes(wishes, {
    ...{ policy, pull, thread, shownAt: list.createdAt, now: world.now() },
    receipts: receiptsOf(thread, plan.digest),
    askAbout: openDeciders({ forge, pull, ownersOf }),
    written: await writtenBefore(plan, context),
    stale: await staleOf(wishes, context),
  });
  return { judged, thread };
}

async function writtenBefore(
  plan: Plan,
  { branch, world, signal }: LookingContext,
): Promise<ReadonlyMap<string, string>> {
  if (branch === undefined) return new Map();
  const git = gitIn(branch.place.top, world.env, { signal });
  const tip = await tipHere(git, { push: branch.push, branch: branch.name });
  return tip === undefined ? new Map() : writtenCommits(git, tip, plan.digest);
}

/** Returns the ids of the actions of which a file of the checkout is not as in the plan. */
async function staleOf(
  wishes: readonly Wish[],
  { request: { root } }: LookingContext,
): Promise<ReadonlySet<string>> {
  const stale = new Set<string>();
  for (const action of new Set(wishes.flatMap(({ actions }) => actions))) {
    const { moved } = await compareTree(root, firstHashes([action]), { keepsTexts: false });
    if (moved.length > 0) stale.add(action.id);
  }
  return stale;
}
