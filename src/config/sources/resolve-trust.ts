import type { RunGit } from "../../git/run-git.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { TrustInUse } from "../../model/source-file.ts";
import type { World } from "../../model/world.ts";
import type { Consent } from "../../request/request.ts";
import {
  detectPullRequest,
  mayCarryPullRequest,
  type PullRequestJob,
} from "../../shared/ci/find-ci-job.ts";

/** A request as far as it says what is trusted. */
export interface TrustRequest
  extends Pick<Consent, "trust" | "base">,
    Partial<Pick<Consent, "packages" | "allowHosts">> {
  /** Absolute. */
  readonly root: string;
}

/** The trust of a run; `fault` says why it cannot be had, and then nothing of the tree is trusted. */
export interface ResolvedTrust {
  readonly trust: TrustInUse;
  readonly fault?: Diagnostic;
}

/**
 * Resolves the trust of a request: as the caller says; otherwise `base` with a named base and on a pull request in CI,
 * and `all` elsewhere. The base is resolved to a commit once, and never replaced by the head.
 */
export async function resolveTrust(
  { root, trust, base }: TrustRequest,
  caller: Pick<World, "cwd" | "env">,
  git: RunGit,
): Promise<ResolvedTrust> {
  const job = trust === undefined || trust === "base" ? await findPullRequest(caller) : undefined;
  const isBase = base !== undefined || job !== undefined;
  const mode = trust ?? (isBase ? "base" : "all");
  if (mode !== "base") {
    const inUse = { trust: { mode, base: null } };
    if (base === undefined) return inUse;
    const message = `--base is for --trust base, and not for --trust ${mode}. Leave one of them out.`;
    return { ...inUse, fault: { code: "invalid-option", severity: "error", message } };
  }
  const { findBase } = await import("./base/find-base.ts"); // Most runs trust the work tree.
  const found = await findBase({ base, job }, { root, caller, git });
  if ("commit" in found) return { trust: { mode, base: found.commit, baseFrom: found.from } };
  const why = trust === undefined && job ? ` ${whyBase(job)}` : "";
  const { hint, message } = found;
  const fault = { code: "base-unavailable", severity: "error", message: message + why } as const;
  return { trust: { mode, base: null }, fault: { ...fault, hint } };
}

/** Finds the job of this process if it checks out a pull request, or may have done so. */
export async function findPullRequest({
  env,
}: Pick<World, "env">): Promise<PullRequestJob | undefined> {
  const job = detectPullRequest(env);
  const other = job === undefined ? mayCarryPullRequest(env) : undefined;
  if (other?.eventFile === undefined) return job;
  const { carriesPullRequest } = await import("../../files/github-event.ts");
  const { eventFile, ...unclear } = other;
  return (await carriesPullRequest(eventFile)) ? unclear : undefined;
}

function whyBase({ system, isUnclear }: PullRequestJob): string {
  return isUnclear
    ? `A job of ${system} may have checked out a pull request, and nothing tells.`
    : `A pull request of ${system} is checked by its base.`;
}
