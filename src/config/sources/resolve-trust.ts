import { readGithubEvent } from "../../files/github-event.ts";
import { findCommit } from "../../git/commit-files.ts";
import { findRepository } from "../../git/find-repository.ts";
import type { RunGit } from "../../git/run-git.ts";
import { findSuperproject } from "../../git/trees-around.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { TrustInUse } from "../../model/source-file.ts";
import type { World } from "../../model/world.ts";
import type { Consent } from "../../request/request.ts";
import { ciWorkspaces } from "../../shared/ci/ci-systems.ts";
import { detectPullRequest, type PullRequestJob } from "../../shared/ci/find-ci-job.ts";
import { isCommitId } from "../../shared/commit-names.ts";
import { messageOf } from "../../shared/message-of.ts";
import { shown } from "../../shared/shown.ts";
import { LoadingStopped } from "./loading-stop.ts";

/** A request as far as it says what is trusted. */
export interface TrustRequest
  extends Pick<Consent, "trust" | "base">,
    Partial<Pick<Consent, "packages" | "allowHosts">> {
  /** Absolute. */
  readonly root: string;
}

/** The caller, as far as trust depends on it. */
type Caller = Pick<World, "cwd" | "env">;

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
  caller: Caller,
  git: RunGit,
): Promise<ResolvedTrust> {
  const job = trust === undefined || trust === "base" ? detectPullRequest(caller.env) : undefined;
  const isBase = base !== undefined || job !== undefined;
  const mode = trust ?? (isBase ? "base" : "all");
  if (mode !== "base") {
    const inUse = { trust: { mode, base: null } };
    if (base === undefined) return inUse;
    const message = `--base is for --trust base, and not for --trust ${mode}. Leave one of them out.`;
    return { ...inUse, fault: faultOf("invalid-option", message) };
  }
  const candidates = base === undefined ? await candidatesOf(job) : [named(base)];
  const found = await findBase({ root, caller, git }, candidates);
  if ("commit" in found) return { trust: { mode, base: found.commit } };
  const { message, hint } = found;
  const why = trust === undefined && job ? ` ${whyBase(job)}` : "";
  const fault = faultOf("base-unavailable", `${message}${why}`, hint);
  return { trust: { mode, base: null }, fault };
}

function whyBase({ system, isUnclear }: PullRequestJob): string {
  return isUnclear
    ? `A job of ${system} may have checked out a pull request, and nothing tells.`
    : `A pull request of ${system} is checked by its base.`;
}

/** A name of the base commit for git, in words, and the command that fetches it. */
interface BaseName {
  readonly name: string;
  readonly words: string;
  readonly fetch: string | undefined;
}

function named(base: string): BaseName {
  const fetch = isCommitId(base) ? fetchOf(base) : undefined;
  return { name: base, words: `The base commit ${shown(base)}`, fetch };
}

function fetchOf(what: string): string {
  return `git fetch --depth=1 origin ${what}`;
}

async function candidatesOf(job: PullRequestJob | undefined): Promise<readonly BaseName[]> {
  if (job === undefined) return [];
  const commit = job.commit ?? (await readGithubEvent(job.eventFile))?.base;
  if (commit !== undefined) return [named(commit)];
  const { branch } = job;
  if (branch === undefined) return [];
  const target = `refs/remotes/origin/${branch}`;
  const fetch = fetchOf(`+refs/heads/${branch}:${target}`);
  return [{ name: target, words: `The target branch origin/${branch}`, fetch }];
}

/** Returns the advice for a clone that has the base commit, and not all of its files. */
export function wholeFetchOf(commit: string): string {
  const fetch = `git fetch --no-filter --refetch origin ${commit}`;
  return `The clone has only a part of it (\`--filter\`): run \`${fetch}\` first. ${OTHERWISE}`;
}

type FoundBase = { readonly commit: string } | { readonly message: string; readonly hint: string };

const OTHERWISE =
  "Or say what to trust: `--trust all` reads the work tree, `--trust none` nothing of it.";

interface BasePlace {
  readonly root: string;
  readonly caller: Caller;
  readonly git: RunGit;
}

async function findBase(
  { root, caller: { cwd, env }, git }: BasePlace,
  [candidate]: readonly BaseName[],
): Promise<FoundBase> {
  if (candidate === undefined)
    return {
      message: "The base commit is not known.",
      hint: `Name it with --base REF. ${OTHERWISE}`,
    };
  const { name, words, fetch } = candidate;
  if (name.startsWith("-"))
    return { message: `${words} is no name of a commit.`, hint: "Name it with --base REF." };
  if (findRepository(root) === undefined)
    return {
      message: `${words} cannot be read: the root is in no git repository.`,
      hint: OTHERWISE,
    };
  const above = findSuperproject(root, [cwd, ...ciWorkspaces(env)]);
  if (above !== undefined && !isWholeId(name)) return refuseBranch(words, above);
  try {
    const commit = await findCommit(git, name);
    if (commit !== undefined) return { commit };
  } catch (error) {
    if (error instanceof LoadingStopped) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const why = isMissing ? "git is not installed" : messageOf(error).trim();
    return { message: `${words} cannot be read: ${why}.`, hint: OTHERWISE };
  }
  const advice =
    fetch === undefined
      ? "Fetch it, or name another one with --base REF."
      : `Run \`${fetch}\` first.`;
  return { message: `${words} is not in this clone.`, hint: `${advice} ${OTHERWISE}` };
}

/** Nothing else than this id can name the commit: a branch with the beginning of an id as its name comes before it. */
function isWholeId(name: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(name);
}

/** The commit of the superproject decides which repository its submodule is a clone of. */
function refuseBranch(words: string, above: string): FoundBase {
  return {
    message:
      `${words} would be that of another repository: the root is in a submodule, or in a repository inside of ` +
      `${shown(above)}. Its branches are those of its author.`,
    hint: `Name the whole id of a commit with --base, or run in the repository above. ${OTHERWISE}`,
  };
}

function faultOf(code: Diagnostic["code"], message: string, hint?: string): Diagnostic {
  return { code, severity: "error", message, ...(hint === undefined ? {} : { hint }) };
}
