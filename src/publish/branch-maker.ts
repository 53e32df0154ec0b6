import { commitDate } from "../git/commit/commit-date.ts";
import { gitIn } from "../git/run-git.ts";
import type { CommitAuthor } from "../model/policy/commits.ts";
import type { ActionReport } from "../model/report/report.ts";
import type { TextChange } from "../model/workspace.ts";
import { textsOfPlan } from "../plan/judge/commit-plan.ts";
import type { PlannedAction } from "../plan-file/plan.ts";
import { type BranchOutcome, makeBranches } from "../run/commits/make-branches.ts";
import { messageOf } from "../shared/message-of.ts";
import type { PublishingPlace } from "./publishing-context.ts";
import type { MadeBranch, WritingContext } from "./write-pull.ts";

/** The same actions with their edits, and what all of them write. */
interface PlannedChanges {
  readonly planned: readonly PlannedAction[];
  readonly changes: readonly TextChange[];
}

/** Returns the function that makes the commits of groups; the same plan on the same base gives the same commits. */
export async function openMaker(
  actions: readonly ActionReport[],
  { planned, changes }: PlannedChanges,
  {
    request,
    world,
    policy,
    signal,
    place,
    identity,
  }: PublishingPlace & {
    readonly identity: CommitAuthor;
  },
): Promise<WritingContext["make"]> {
  const committed = planned.flatMap(({ state, files }, index) => {
    const report = actions[index];
    return report !== undefined && state === "would-apply" ? [{ report, changes: files }] : [];
  });
  const options = {
    ...{ env: world.env, signal, identity, sign: policy.commits?.sign },
    now: await commitDate(gitIn(place.top, world.env, { signal }), place.head),
    findText: textsOfPlan(request.root, changes),
  };
  return async (groups) => {
    const wanted = groups.map(({ branch: name, commits }) => ({ name, commits }));
    const made = await makeBranches(wanted, committed, place, options).catch((error: unknown) => {
      const why = messageOf(error); // Git cannot sign, knows no author, or failed.
      return wanted.map(({ name }) => ({ name, kind: "refused", why }) as const);
    });
    return new Map(made.map((outcome) => [outcome.name, tipOf(outcome)]));
  };
}

function tipOf(outcome: BranchOutcome): MadeBranch {
  switch (outcome.kind) {
    case "made":
      return { tip: outcome.tip };
    case "empty":
      return { state: "empty", why: "its actions together change nothing" };
    case "refused":
      return { state: "failed", why: outcome.why };
  }
}
