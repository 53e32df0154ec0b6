import { ForgeFault } from "../forge/forge.ts";
import type { ForgeRepository } from "../forge/pulls.ts";
import { findIdentity } from "../git/commit/find-identity.ts";
import { type CommitPlace, openCommitPlace } from "../git/commit/open-commit-place.ts";
import type { Push } from "../git/push/open-push.ts";
import { type BranchUpdate, pushBranches } from "../git/push/push-branches.ts";
import { gitIn } from "../git/run-git.ts";
import { accountIdentity } from "../landing/account-identity.ts";
import { notPublishable } from "../landing/find-place.ts";
import { ciRunOf } from "../landing/held-text.ts";
import { openPushTo } from "../landing/open-push-to.ts";
import { readTips } from "../landing/read-tips.ts";
import { originOfPlan } from "../landing/trailers.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { CommitAuthor } from "../model/policy/commits.ts";
import type { ActionReport, PullReport } from "../model/report/report.ts";
import type { ReadyPlan } from "../plan/judge/find-plan-changes.ts";
import type { Plan } from "../plan-file/plan.ts";
import { openBodies } from "./bodies.ts";
import { openMaker } from "./branch-maker.ts";
import { groupsOf } from "./groups.ts";
import { openHeldComments } from "./held-comment.ts";
import { keepPulls } from "./keep-pulls.ts";
import type { Unpushed } from "./move-branch.ts";
import type { PublishingContext, PublishingPlace } from "./publishing-context.ts";
import type { PublishingPolicy } from "./publishing-policy.ts";
import { campaignOf } from "./pull-mark.ts";
import type { Campaign } from "./read-campaign.ts";
import { openDryWriter, openPullWriter } from "./write-pull.ts";

/** What became of the pull requests. */
interface Published {
  readonly pulls: readonly PullReport[];
  /** True for a token whose pull requests start no workflows. */
  readonly isJobToken: boolean;
}

/**
 * Keeps the pull requests of a plan that was judged; or returns why that cannot be. Throws a `ForgeFault` if the forge
 * does not tell what it has.
 */
export async function publish(
  plan: Plan,
  ready: ReadyPlan,
  context: PublishingContext,
): Promise<Published | { readonly fault: Diagnostic }> {
  const { request, world, target, signal } = context;
  const { root } = request;
  const here = await openCommitPlace(root, world.env);
  if ("message" in here) return notPublishable(here.message, here.hint);
  const place = { ...here, head: ready.base ?? here.head };
  const push = await openPushTo(target, { root, env: world.env, signal });
  if ("fault" in push) return push;
  try {
    return await publishTo(push, plan, ready, { ...context, place });
  } finally {
    await push.close();
  }
}

async function publishTo(
  push: Push,
  plan: Plan,
  ready: ReadyPlan,
  context: PublishingPlace,
): Promise<Published> {
  const { request, world, policy, target, isDecidedThere, place } = context;
  const { forge, commentsOn } = target;
  const { judged, changes } = ready;
  const planned = { planned: judged.actions, changes };
  const actions = judged.actions.map(withoutEdits);
  const repository = await forge.readRepository();
  const identity =
    policy.commits?.author ??
    (await findIdentity(gitIn(place.top, world.env))) ??
    accountIdentity(repository.viewer, target.server);
  const campaign = campaignFor(plan, actions, { policy, place, repository, identity });
  refuseBase(campaign);
  const { id, base } = campaign;
  const writing = {
    ...{ forge, policy: policy.publish, base },
    ...openBodies(plan, { policy, campaign: id, limit: forge.bodyLimit }),
    make: await openMaker(actions, planned, { ...context, identity }),
    push: async (branch: string, commit: string, expected: string | undefined) =>
      whyUnpushed(push, { branch, commit, expected }),
    tellHeld: isDecidedThere
      ? openHeldComments({
          ...{ plan, policy, campaign: id, commentsOn },
          ...{ run: ciRunOf(world.env), now: world.now() },
        })
      : async () => undefined,
  };
  const writer = request.isDryRun ? openDryWriter() : openPullWriter(writing);
  const tipsOf = (branches: readonly string[]) => readTips(push, branches);
  const pulls = await keepPulls(campaign, { forge, readTips: tipsOf, writer, now: world.now() });
  return { pulls, isJobToken: repository.isJobToken };
}

/** Git has no two branches of which one is a folder of the other. */
function refuseBase({ base, groups }: Campaign): void {
  const clash = groups.find(
    ({ branch }) =>
      branch === base || branch.startsWith(`${base}/`) || base.startsWith(`${branch}/`),
  );
  if (clash === undefined) return;
  const message = `The branch \`${clash.branch}\` of a group and the base \`${base}\` cannot both be there.`;
  throw new ForgeFault("refused", `${message} Change \`publish.branch\` in the policy.`);
}

function withoutEdits(action: ReadyPlan["judged"]["actions"][number]): ActionReport {
  return { ...action, files: action.files.map(({ edits: _edits, ...file }) => file) };
}

function campaignFor(
  { recipes, digest }: Plan,
  actions: readonly ActionReport[],
  {
    policy: { publish: settings, commits },
    place,
    repository,
    identity,
  }: {
    readonly policy: PublishingPolicy;
    readonly place: CommitPlace;
    readonly repository: ForgeRepository;
    readonly identity: CommitAuthor;
  },
): Campaign {
  const names = recipes.map(({ name }) => name);
  const base = settings.base ?? repository.defaultBranch;
  const parts = { folder: place.prefix, base, branch: settings.branch, recipes: names };
  const id = campaignOf(parts);
  const origin = originOfPlan(digest, id);
  const groups = groupsOf(actions, { publish: settings, commits, recipes: names, origin });
  return { id, base, policy: settings, groups, email: identity.email };
}

/** Pushes a branch. Returns why it was not pushed. */
async function whyUnpushed(push: Push, update: BranchUpdate): Promise<Unpushed | undefined> {
  const [outcome] = await pushBranches(push, [update]);
  switch (outcome?.kind) {
    case "pushed":
    case "up-to-date":
      return undefined;
    case "stale":
      return { kind: "stale", why: "somebody has pushed to its branch meanwhile" };
    default: {
      const why = `the branch was not pushed: ${outcome?.why ?? "git said nothing"}`;
      return { kind: outcome?.kind ?? "failed", why };
    }
  }
}
