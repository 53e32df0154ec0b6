import { findRepository } from "../../../git/find-repository.ts";
import { findNamedCommit } from "../../../git/named-commit.ts";
import { OwnershipError } from "../../../git/ownership-error.ts";
import type { RunGit } from "../../../git/run-git.ts";
import { findSuperproject } from "../../../git/trees-around.ts";
import type { BaseWay } from "../../../model/trust.ts";
import type { World } from "../../../model/world.ts";
import { ciWorkspaces } from "../../../shared/ci/ci-systems.ts";
import type { PullRequestJob } from "../../../shared/ci/find-ci-job.ts";
import { messageOf } from "../../../shared/message-of.ts";
import { shown } from "../../../shared/shown.ts";
import { LoadingStopped } from "../loading-stop.ts";
import { fetchedName, OTHERWISE } from "./fetch-advice.ts";
import {
  containsHead,
  findPullBase,
  hasOtherRemote,
  type PullCommits,
  readPullCommits,
} from "./pull-commits.ts";
import { ORIGIN, readRemotes } from "./remotes.ts";

/** The base as the caller names it; otherwise that of the pull request that the job is for. */
interface WantedBase {
  readonly base: string | undefined;
  readonly job: PullRequestJob | undefined;
}

/** The clone that the base is looked for in. */
interface BasePlace {
  readonly root: string;
  readonly caller: Pick<World, "cwd" | "env">;
  /** In the root. */
  readonly git: RunGit;
}

/** The base commit of a run, or why it cannot be had. */
type FoundBase =
  | { readonly commit: string; readonly from: BaseWay }
  | { readonly message: string; readonly hint: string };

/** Finds the base commit of a run that trusts only that. */
export async function findBase(wanted: WantedBase, place: BasePlace): Promise<FoundBase> {
  const { root, caller, git } = place;
  const above = findSuperproject(root, [caller.cwd, ...ciWorkspaces(caller.env)]);
  const hasGit = findRepository(root) !== undefined;
  let words = "The base commit";
  try {
    const pull = await pullOf(wanted, above, hasGit ? git : undefined);
    const { base = pull?.target ?? pull?.named } = wanted;
    if (base === undefined)
      return {
        message: "The base commit is not known.",
        hint: `Name it with --base REF. ${OTHERWISE}`,
      };
    words = wordsOf(base);
    if (base.startsWith("-"))
      return { message: `${words} is no name of a commit.`, hint: "Name it with --base REF." };
    if (!hasGit)
      return {
        message: `${words} cannot be read: the root is in no git repository.`,
        hint: OTHERWISE,
      };
    if (above !== undefined && !isWholeId(base)) return refuseBranch(words, above);
    const found = await (pull ? findPullBase(git, pull) : findNamed(words, base, git));
    if (found === undefined) return await missing(base, { git, pull });
    const isChosen = pull === undefined && "commit" in found && (await isHead(wanted, found, git));
    return isChosen ? ofHead(words) : found;
  } catch (error) {
    if (error instanceof LoadingStopped) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const why = isMissing ? "git is not installed" : messageOf(error).trim();
    // Another trust would not help: the run itself asks git.
    const hint = error instanceof OwnershipError ? error.hint : OTHERWISE;
    return { message: `${words} cannot be read: ${why}.`, hint };
  }
}

/** Returns the pull request whose base is wanted; in a submodule without the target, which would be one of its own. */
async function pullOf(
  { base, job }: WantedBase,
  above: string | undefined,
  git: RunGit | undefined,
): Promise<PullCommits | undefined> {
  if (base !== undefined || job === undefined) return undefined;
  const { target, ...others } = await readPullCommits(job, git);
  const isKnown = target === undefined || (above !== undefined && others.named !== undefined);
  return isKnown ? others : { target, ...others };
}

function wordsOf(name: string): string {
  const branch = /^refs\/remotes\/(.+)$/.exec(name)?.[1];
  return branch === undefined
    ? `The base commit ${shown(name)}`
    : `The target branch ${shown(branch)}`;
}

async function findNamed(words: string, name: string, git: RunGit): Promise<FoundBase | undefined> {
  const found = await findNamedCommit(git, name);
  if (found.kind === "found") return { commit: found.commit, from: "named" };
  if (found.kind === "missing") return undefined;
  const references = found.references.join(" and ");
  return {
    message: `${words} is ambiguous: there are ${references}.`,
    hint: "Name it in full with --base, as `refs/heads/BRANCH`.",
  };
}

/** True if a branch that the caller named is the pull request itself: its author may choose such a name. */
async function isHead(
  { base = "", job }: WantedBase,
  { commit }: { readonly commit: string },
  git: RunGit,
): Promise<boolean> {
  const isExact = /^(?:HEAD|@)|^[0-9a-f]{12,64}$/.test(base);
  if (job === undefined || isExact) return false;
  return containsHead(git, await readPullCommits(job, git), commit);
}

function ofHead(words: string): FoundBase {
  return {
    message: `${words} has the head of the pull request in it: its author may have chosen the name.`,
    hint: `Name the base by its id, or as origin/BRANCH. ${OTHERWISE}`,
  };
}

async function missing(
  wanted: string,
  { git, pull }: { readonly git: RunGit; readonly pull: PullCommits | undefined },
): Promise<FoundBase> {
  if (pull !== undefined && (await hasOtherRemote(git, pull))) {
    const { named: id, remote = ORIGIN, repository = "" } = pull;
    const what = id === undefined ? "its target branch" : `its commit ${id}`;
    return {
      message: `The base commit is not in this clone, whose remote ${shown(remote.name)} is not ${shown(repository)}.`,
      hint: `Fetch ${what} from that repository by its address, and name it with --base. ${OTHERWISE}`,
    };
  }
  // A target that is there was not taken: its branch has the head in it.
  const isThere =
    pull?.named !== undefined && (await findNamedCommit(git, wanted)).kind === "found";
  const name = isThere ? (pull.named ?? wanted) : wanted;
  const words = wordsOf(name);
  const fetched = fetchedName(name, await readRemotes(git));
  const advice =
    fetched === undefined
      ? "Fetch it, or name another one with --base REF."
      : `Run \`git fetch --depth=1 ${fetched.words}\` first.`;
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
