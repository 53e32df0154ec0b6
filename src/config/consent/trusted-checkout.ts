import { isAbsolute, join } from "node:path";
import { readGithubEvent } from "../../files/github-event.ts";
import { findCommit } from "../../git/commit-files.ts";
import type { RunGit } from "../../git/run-git.ts";
import { realPath } from "../../git/tree-of.ts";
import type { Environment } from "../../model/world.ts";
import { blobIdOf } from "../../shared/blob-id.ts";
import { findCiJob, idIn } from "../../shared/ci/find-ci-job.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";
import { ciFactsOf } from "../surroundings/ci-facts.ts";

/** The events for which CI builds what the repository's own people wrote, in the words of GitHub. */
const OWN_EVENTS = ["push", "schedule", "workflow_dispatch"];

/** Files of a checkout; `git` runs in its root. */
export interface CheckedOut {
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  readonly root: string;
  /** The top of the repository of the root. */
  readonly repository: string;
  readonly git: RunGit;
  /** The commit below those that Sluice itself has made on it. Default: HEAD. */
  readonly head?: string | undefined;
}

/**
 * True if files are those of a commit of the default branch that CI builds for a push, a schedule or a person: HEAD is
 * the commit that CI names, or was before a run, and each file is as it is there. Then they are as trusted as the base
 * of a pull request.
 */
export async function isTrustedCheckout(env: Environment, checkout: CheckedOut): Promise<boolean> {
  const job = findCiJob(env);
  if (job.kind !== "known" || job.pull !== "no") return false;
  const { commit, branches = [], defaultBranch, eventFile } = job.system;
  const built = idIn(env, commit);
  if (built === undefined) return false;
  const { event = "", branch } = await ciFactsOf(env, async () => undefined);
  if (branch === undefined || !OWN_EVENTS.includes(event)) return false;
  const named = branches.map((name) => env[name]).find((value) => value);
  const main =
    eventFile === undefined
      ? env[defaultBranch ?? ""]
      : await mainOfGithub(env[eventFile], event, branch);
  if (!main || named !== (eventFile === undefined ? main : `refs/heads/${main}`)) return false;
  return isCommitted(built, checkout).catch(() => false); // Without git nothing is known.
}

/** A schedule runs for the default branch only, and its event names no repository. */
async function mainOfGithub(file: string | undefined, event: string, branch: string) {
  const main = (await readGithubEvent(file))?.defaultBranch;
  return main ?? (event === "schedule" ? branch : undefined);
}

async function isCommitted(commit: string, checkout: CheckedOut): Promise<boolean> {
  const { git, files, repository, head } = checkout;
  if ((head ?? (await findCommit(git, "HEAD"))) !== commit) return false;
  const top = (await git(["rev-parse", "--show-toplevel"])).replace(/\r?\n$/, "");
  if (realPath(top) !== repository) return false; // Variables of git may lead elsewhere.
  for (const file of files) if (!(await isInCommit(file, commit, checkout))) return false;
  return true;
}

/**
 * True if the commit has these bytes, apart from line ends that git converts when it checks files out: to YAML the two
 * mean the same, whatever an attribute of the tree says.
 */
async function isInCommit(
  { path, bytes }: CheckedOut["files"][number],
  commit: string,
  { git, root, repository }: CheckedOut,
): Promise<boolean> {
  const inside = pathInside(repository, isAbsolute(path) ? path : join(root, path));
  if (inside === undefined) return false;
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}:${inside}`];
  const id = (await git(args)).trim();
  const hash = id.length === 64 ? "sha256" : "sha1";
  const isSame = (each: Uint8Array) => blobIdOf(each, hash) === id;
  return isSame(bytes) || isSame(withoutReturns(bytes));
}

function withoutReturns(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}
