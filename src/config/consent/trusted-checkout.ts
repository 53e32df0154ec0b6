import { readGithubEvent } from "../../files/github-event.ts";
import { findCommit } from "../../git/commit-files.ts";
import type { RunGit } from "../../git/run-git.ts";
import type { Environment } from "../../model/world.ts";
import { findCiJob, idIn } from "../../shared/ci/find-ci-job.ts";
import { ciFactsOf } from "../surroundings/ci-facts.ts";

/** The events for which CI builds what the repository's own people wrote, in the words of GitHub. */
const OWN_EVENTS = ["push", "schedule", "workflow_dispatch"];

/**
 * True if the checkout is a commit of the default branch that CI builds for a push, a schedule or a person: HEAD is the
 * commit that CI names. Then the tree is as trusted as the base of a pull request. `git` runs in the root.
 */
export async function isTrustedCheckout(env: Environment, git: RunGit): Promise<boolean> {
  const job = findCiJob(env);
  if (job.kind !== "known" || job.pull !== "no") return false;
  const { commit, defaultBranch, eventFile = "" } = job.system;
  const built = idIn(env, commit);
  if (built === undefined) return false;
  const { event = "", branch } = await ciFactsOf(env, async () => undefined);
  if (branch === undefined || !OWN_EVENTS.includes(event)) return false;
  const main =
    defaultBranch === undefined
      ? (await readGithubEvent(env[eventFile]))?.defaultBranch
      : env[defaultBranch];
  if (branch !== main) return false;
  return (await findCommit(git, "HEAD").catch(() => undefined)) === built; // Without git nothing is known.
}
