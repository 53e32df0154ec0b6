import { findCommit } from "../../git/commit-files.ts";
import { findRepository } from "../../git/find-repository.ts";
import { findMergeBase } from "../../git/merge-base.ts";
import type { RunGit } from "../../git/run-git.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { isCommitId } from "../../shared/commit-names.ts";
import { messageOf } from "../../shared/message-of.ts";
import { shown } from "../../shared/shown.ts";
import { LoadingStopped } from "../sources/loading-stop.ts";

/** The commit since which lines count as changed; or why it is not known. */
export type ResolvedSince = { readonly commit: string } | { readonly fault: Diagnostic };

/** Resolves the reference of `--since` to the last commit that it and HEAD have in common. */
export async function resolveSince(
  since: string,
  root: string,
  git: RunGit,
): Promise<ResolvedSince> {
  const words = `The reference ${shown(since)} of --since`;
  if (since.startsWith("-") || since.trim() === "")
    return faultOf(`${words} is no name of a commit.`);
  if (findRepository(root) === undefined)
    return faultOf(`${words} cannot be read: the root is in no git repository.`);
  try {
    const commit = await findCommit(git, since);
    if (commit === undefined) return faultOf(`${words} is not in this clone.`, fetchOf(since));
    if ((await findCommit(git, "HEAD")) === undefined)
      return faultOf(`${words} has nothing to compare with: nothing is committed here yet.`);
    const base = await findMergeBase(git, root, commit);
    if (base.kind === "found") return { commit: base.commit };
    if (base.kind === "none") return faultOf(`${words} and HEAD have no commit in common.`);
    return faultOf(
      `${words}: the history of this clone is cut off before the commit from which both come.`,
      WHOLE,
    );
  } catch (error) {
    if (error instanceof LoadingStopped) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const why = isMissing ? "git is not installed" : messageOf(error).trim();
    return faultOf(`${words} cannot be read: ${why}`);
  }
}

const WHOLE =
  "Run `git fetch --unshallow origin` first; with actions/checkout, set `fetch-depth: 0`.";

/** Returns the advice for a reference that the clone lacks. */
function fetchOf(since: string): string {
  const branch = /^(?:refs\/remotes\/)?origin\/([A-Za-z0-9_][\w./+@-]*)$/.exec(since)?.[1];
  if (/^0+$/.test(since))
    return "That is what CI names in front of the first commit of a branch: use the target branch.";
  if (since.includes("..")) return "Name one commit or branch, not a range.";
  const isPlain = branch === undefined && !isCommitId(since) && /^[\w][\w./+@-]*$/.test(since);
  if (isPlain)
    return (
      `Of a branch of the server, run \`git fetch origin +refs/heads/${since}:refs/remotes/origin/${since}\`, ` +
      `and name it \`origin/${since}\`.`
    );
  const what =
    branch !== undefined
      ? `+refs/heads/${branch}:refs/remotes/origin/${branch}`
      : isCommitId(since)
        ? since
        : undefined;
  const fetch = what === undefined ? "git fetch origin" : `git fetch origin ${what}`;
  return `Run \`${fetch}\` first; in a shallow clone with \`--unshallow\`.`;
}

function faultOf(message: string, hint?: string): ResolvedSince {
  const advice = hint === undefined ? {} : { hint };
  return { fault: { code: "base-unavailable", severity: "error", message, ...advice } };
}
