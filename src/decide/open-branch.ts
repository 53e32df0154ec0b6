import { findIdentity } from "../git/commit/find-identity.ts";
import { openCommitPlace } from "../git/commit/open-commit-place.ts";
import { gitIn } from "../git/run-git.ts";
import { accountIdentity } from "../landing/account-identity.ts";
import { notPublishable } from "../landing/find-place.ts";
import { openPushTo } from "../landing/open-push-to.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { LookingContext, PullBranch } from "./look-at.ts";
import { tipHere } from "./write-approved.ts";

type BranchOpening = Pick<
  LookingContext,
  "request" | "world" | "to" | "signal" | "policy" | "list" | "reader" | "event"
>;

/** Opens the branch of a pull request; the caller closes its push. Or says why nothing is written to it. */
export async function openBranch(
  name: string,
  context: BranchOpening,
): Promise<PullBranch | { readonly fault: Diagnostic }> {
  const { request, world, to, signal, policy, list, event } = context;
  if (name === event.defaultBranch) return DEFAULT_BRANCH;
  const place = await openCommitPlace(request.root, world.env);
  if ("message" in place) return notPublishable(place.message, place.hint);
  const push = await openPushTo(to, { root: request.root, env: world.env, signal });
  if ("fault" in push) return push;
  const identity =
    policy.commits?.author ??
    (await findIdentity(gitIn(place.top, world.env))) ??
    accountIdentity(list.author, to.server);
  const branch = { name, place, push, identity };
  if (await isOnDefaultBranch(branch, context)) return branch;
  await push.close();
  return FOREIGN_BASE;
}

/** True if the policy is of a commit of the default branch: the checkout is a stranger's, and so is what that has. */
async function isOnDefaultBranch(
  { place, push }: PullBranch,
  { reader, event, world, signal }: BranchOpening,
): Promise<boolean> {
  const { base } = reader.trust;
  if (base === null) return true; // A person or the CI system trusts the work tree.
  const git = gitIn(place.top, world.env, { signal });
  const tip = await tipHere(git, { push, branch: event.defaultBranch });
  if (tip === undefined) return false;
  return git(["merge-base", "--is-ancestor", base, tip]).then(
    () => true,
    () => false,
  );
}

const FOREIGN_BASE = notPublishable(
  "The policy of --base is not known to be one of the default branch, and only that says who decides.",
  "Name a commit of the default branch with --base, in a checkout with its history (`fetch-depth: 0`).",
);

const DEFAULT_BRANCH = notPublishable(
  "The pull request is of the default branch, to which nothing is pushed by a decision.",
  "Use a branch of its own.",
);
