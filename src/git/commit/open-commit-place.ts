import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { findRepository } from "../find-repository.ts";
import { gitFolderOf } from "../git-folder.ts";
import { type Environment, gitIn, type RunGit } from "../run-git.ts";
import { realPath } from "../tree-of.ts";
import { type CheckedOut, findCheckedOut, orNone } from "./checked-out.ts";

/** A work tree in which commits can be made. */
export interface CommitPlace extends CheckedOut {
  /** The top of the work tree; absolute. */
  readonly top: string;
  /** The root below the top, with `/` after it; "" for the top itself. */
  readonly prefix: string;
}

/** The reason that no commit can be made, and what to do. */
export interface CommitFault {
  readonly message: string;
  readonly hint: string;
}

/** Things that git has begun and not ended, by what they leave in the git folder. */
const UNFINISHED: readonly (readonly [file: string, what: string, hint: string])[] = [
  ["MERGE_HEAD", "A merge", "Run `git merge --continue` or `git merge --abort` first."],
  ["rebase-merge", "A rebase", "Run `git rebase --continue` or `git rebase --abort` first."],
  ["rebase-apply", "A rebase", "Run `git rebase --continue` or `git rebase --abort` first."],
  ["CHERRY_PICK_HEAD", "A cherry-pick", "Run `git cherry-pick --continue` or `--abort` first."],
  ["REVERT_HEAD", "A revert", "Run `git revert --continue` or `git revert --abort` first."],
  ["BISECT_LOG", "A bisection", "Run `git bisect reset` first."],
];

const NEEDS_REPOSITORY =
  "Run in a work tree of git with a commit, or remove `commits` from the policy.";

/** Finds the place in which commits of a root are made, or the reason that none can be. Runs nothing of the tree. */
export async function openCommitPlace(
  root: string,
  environment: Environment,
): Promise<CommitPlace | CommitFault> {
  const dotGit = findRepository(root);
  const hint = NEEDS_REPOSITORY;
  if (dotGit === undefined) return { message: "The root is in no work tree of git.", hint };
  try {
    return await placeIn(root, dotGit, environment);
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    return {
      message: code === "ENOENT" ? "git is not installed." : `git failed: ${message}`,
      hint,
    };
  }
}

async function placeIn(
  root: string,
  dotGit: string,
  environment: Environment,
): Promise<CommitPlace | CommitFault> {
  const git = gitIn(root, environment);
  const hint = NEEDS_REPOSITORY;
  const top = dirname(dotGit);
  const isMain = lstatSync(dotGit).isDirectory(); // A linked work tree of a bare repository is a work tree.
  if (isMain && (await orNone(git, ["config", "--type=bool", "--get", "core.bare"])) === "true")
    return { message: "The repository is bare (core.bare): it has no work tree.", hint };
  const folder = gitFolderOf(dotGit);
  const unfinished = UNFINISHED.find(([file]) => existsSync(join(folder, file)));
  if (unfinished !== undefined)
    return { message: `${unfinished[1]} is in progress.`, hint: unfinished[2] };
  const checkedOut = await findCheckedOut(git);
  if (checkedOut === undefined)
    return { message: "The branch has no commit yet.", hint: "Make a first commit." };
  if (await isBeforeCommit(environment, { top, folder, git })) return BEFORE_COMMIT;
  if ((await gitIn(top, environment)(["ls-files", "-u", "-z"])) !== "")
    return {
      message: "The index has unmerged files.",
      hint: "Resolve the conflicts, and `git add` the files.",
    };
  const below = relative(top, realpathSync(root)).split(sep).join("/");
  return { top, prefix: below === "" ? "" : `${below}/`, ...checkedOut };
}

const BEFORE_COMMIT: CommitFault = {
  message:
    "`git commit` is in progress: one of its hooks has started Sluice, or GIT_INDEX_FILE says so.",
  hint: "Run Sluice in the hook `post-commit`, or remove `commits` from the policy of this run.",
};

/**
 * True in a hook before a commit of this repository, such as `pre-commit`: git could not end that commit if another one
 * were made. It names its index to all hooks of a commit, and before the commit that is locked or has staged changes.
 */
async function isBeforeCommit(
  { GIT_INDEX_FILE: index }: Environment,
  { top, folder, git }: { readonly top: string; readonly folder: string; readonly git: RunGit },
): Promise<boolean> {
  if (index === undefined) return false;
  const file = resolve(top, index);
  if (realPath(dirname(file)) !== realPath(folder)) return false; // Of another repository.
  if (file.endsWith(".lock")) return true;
  return (await orNone(git, ["diff-index", "--cached", "--quiet", "HEAD", "--"])) === undefined;
}

/** Git makes up no name and no address from the names of the user and of the machine. */
export const OWN_IDENTITY = "user.useConfigOnly=true";

/** Returns the reason that git knows no author or committer; undefined if it knows both. */
export async function findIdentityFault(
  root: string,
  environment: Environment,
): Promise<CommitFault | undefined> {
  const git = gitIn(root, environment, { settings: [OWN_IDENTITY] });
  const asked = await Promise.allSettled(
    ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"].map((name) => git(["var", name])),
  );
  if (asked.every(({ status }) => status === "fulfilled")) return undefined;
  return {
    message: "git knows no name and e-mail address for the author of commits.",
    hint:
      "Set user.name and user.email with `git config`, or GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL, GIT_COMMITTER_NAME and " +
      "GIT_COMMITTER_EMAIL.",
  };
}
