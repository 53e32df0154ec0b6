import { findCommit } from "../../git/commit-files.ts";
import { findRepository } from "../../git/find-repository.ts";
import { findMergeBase } from "../../git/merge-base.ts";
import { findNamedCommit } from "../../git/named-commit.ts";
import type { RunGit } from "../../git/run-git.ts";
import { findSuperproject } from "../../git/trees-around.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { BaseWay } from "../../model/trust.ts";
import type { Environment } from "../../model/world.ts";
import { ciWorkspaces } from "../../shared/ci/ci-systems.ts";
import { detectPullRequest } from "../../shared/ci/find-ci-job.ts";
import { messageOf } from "../../shared/message-of.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { shown } from "../../shared/shown.ts";
import { fetchOf } from "../sources/base/fetch-advice.ts";
import {
  containsHead,
  findPullBase,
  type PullCommits,
  readPullCommits,
} from "../sources/base/pull-commits.ts";
import { readRemotes } from "../sources/base/remotes.ts";
import { LoadingStopped } from "../sources/loading-stop.ts";
import { partialFault } from "./partial-clone.ts";

/** The word for the base of the pull request that a job is for. */
const PULL_REQUEST = "pull-request";

/** The commit since which lines count as changed, with what a person should know of it; or why it is not known. */
export type ResolvedSince =
  | { readonly commit: string; readonly from?: BaseWay; readonly notice?: Diagnostic }
  | { readonly fault: Diagnostic };

/** The clone in which a reference is looked for. */
interface SincePlace {
  readonly root: string;
  readonly cwd: string;
  readonly env: Environment;
  /** In the root. */
  readonly git: RunGit;
  /** True if the changed lines are asked for, and not only the files. */
  readonly lines: boolean;
  /** Who gave the reference, for faults. Default: `--since`. */
  readonly giver?: string;
}

/**
 * Resolves the reference of `--since` to the last commit that it and HEAD have in common; `pull-request`, and the base
 * that CI names, to what the checkout was merged with if it is a merge of CI's own.
 */
export async function resolveSince(since: string, place: SincePlace): Promise<ResolvedSince> {
  const { root, env, git } = place;
  const words = since === PULL_REQUEST ? "The base of the pull request" : wordsOf(since, place);
  if (since.startsWith("-") || since.trim() === "")
    return faultOf(`${words} is no name of a commit.`);
  if (findRepository(root) === undefined)
    return faultOf(`${words} cannot be read: the root is in no git repository.`);
  const job = detectPullRequest(env);
  try {
    const pull = job && (await readPullCommits(job, git));
    const found = await findSince(words, since, pull, place);
    const lacks = "fault" in found ? undefined : await partialFault(words, found.commit, place);
    return lacks === undefined ? found : { fault: lacks };
  } catch (error) {
    if (error instanceof LoadingStopped) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const why = isMissing ? "git is not installed" : messageOf(error).trim();
    return faultOf(`${words} cannot be read: ${why}`);
  }
}

async function findSince(
  words: string,
  since: string,
  pull: PullCommits | undefined,
  place: SincePlace,
): Promise<ResolvedSince> {
  if (since === PULL_REQUEST) return sincePull(words, pull, place);
  const isBase = await isSameId(since, pull?.named, place.git);
  if (!isBase && !(await isSameId(since, pull?.parted, place.git)))
    return sinceNamed(words, since, place);
  const found = await sincePull(words, pull, place);
  // A clone may lack the target, and have the commit from which the head parted.
  if ("fault" in found) return isBase ? found : sinceNamed(words, since, place);
  const isSame = found.from === "event" || (!isBase && found.commit === pull?.parted);
  return isSame ? found : { ...found, notice: noticeOf(since) };
}

/** True if a text is the id of a commit, or its beginning as people write it, and no name of another one. */
async function isSameId(text: string, id: string | undefined, git: RunGit): Promise<boolean> {
  if (id === undefined || text === id) return text === id;
  if (!/^[0-9a-f]{7,64}$/.test(text) || !(id.startsWith(text) || text.startsWith(id))) return false;
  const found = await findNamedCommit(git, text);
  return found.kind === "missing" || (found.kind === "found" && found.commit.startsWith(text));
}

function wordsOf(since: string, { giver = "--since" }: SincePlace): string {
  return `The reference ${shown(since)} of ${giver}`;
}

async function sinceNamed(words: string, since: string, place: SincePlace): Promise<ResolvedSince> {
  const { git } = place;
  const found = await findNamedCommit(git, since);
  if (found.kind === "missing")
    return faultOf(`${words} is not in this clone.`, await fetchOf(git, since));
  if (found.kind === "ambiguous") {
    const references = found.references.join(" and ");
    const hint = "Name it in full, as `refs/heads/BRANCH`.";
    return faultOf(`${words} is ambiguous: there are ${references}.`, hint);
  }
  if ((await findCommit(git, "HEAD")) === undefined)
    return faultOf(`${words} has nothing to compare with: nothing is committed here yet.`);
  return partedFrom(words, found.commit, place);
}

async function sincePull(
  words: string,
  pull: PullCommits | undefined,
  place: SincePlace,
): Promise<ResolvedSince> {
  const { root, cwd, env, git } = place;
  const name = pull?.target ?? pull?.named;
  if (pull === undefined || name === undefined)
    return faultOf(
      `${words} is not known: no variable of CI tells of one.`,
      "Name a branch or a commit: `--since origin/main`.",
    );
  const above = findSuperproject(root, [cwd, ...ciWorkspaces(env)]);
  if (above !== undefined) return sinceMerge(words, pull, { above, git });
  const base = await findPullBase(git, pull);
  if (base === undefined)
    return faultOf(`${words} is not in this clone.`, await fetchOf(git, name));
  const { commit, from } = base;
  if (from === "merge-ref") return { commit, from };
  if (
    pull.head !== undefined &&
    !(await isShallow(git)) &&
    !(await containsHead(git, pull, "HEAD"))
  )
    return faultOf(
      `${words} has nothing to be compared with: the head of the pull request is not checked out.`,
      "With actions/checkout, set `ref` to the pull request, or name a branch with --since.",
    );
  const parted = await partedFrom(words, commit, place);
  return "fault" in parted ? parted : { ...parted, from };
}

/** In a repository inside of another one only ids tell: its branches may be those of the pull request's author. */
async function sinceMerge(
  words: string,
  { target: _target, ...pull }: PullCommits,
  { above, git }: { readonly above: string; readonly git: RunGit },
): Promise<ResolvedSince> {
  const base = await findPullBase(git, pull);
  if (base?.from === "merge-ref") return { commit: base.commit, from: base.from };
  return faultOf(
    `${words} is not known: the root is in a submodule, or in a repository inside of ${shown(above)}, ` +
      "and not at the merge of CI. Its branches may be those of its author.",
    "Run in the repository above, or name a commit with --since.",
  );
}

async function isShallow(git: RunGit): Promise<boolean> {
  return (await git(["rev-parse", "--is-shallow-repository"])).trim() === "true";
}

async function partedFrom(
  words: string,
  commit: string,
  { git, root }: SincePlace,
): Promise<ResolvedSince> {
  const base = await findMergeBase(git, root, commit);
  if (base.kind === "found") return { commit: base.commit };
  if (base.kind === "none") return faultOf(`${words} and HEAD have no commit in common.`);
  const { name } = (await readRemotes(git)).main;
  return faultOf(
    `${words}: the history of this clone is cut off before the commit from which both come.`,
    `Run \`git fetch --unshallow ${shellWord(name)}\` first; with actions/checkout, set \`fetch-depth: 0\`.`,
  );
}

/** That commit is where the target was at the last push: what others did there since would count as changed here. */
function noticeOf(since: string): Diagnostic {
  const message =
    `--since ${since.slice(0, 10)} is the base of the event, which is older than what CI merged: ` +
    "it is read as --since pull-request.";
  return { code: "since-replaced", severity: "warning", message };
}

function faultOf(message: string, hint?: string): ResolvedSince {
  const advice = hint === undefined ? {} : { hint };
  return { fault: { code: "base-unavailable", severity: "error", message, ...advice } };
}
