import type { RunGit } from "../run-git.ts";

/** The commit and the branch that are checked out in a work tree. */
export interface CheckedOut {
  /** The id of the commit. */
  readonly head: string;
  /** Without `refs/heads/`; null if HEAD is detached. */
  readonly branch: string | null;
}

/** Returns what is checked out; undefined before the first commit. */
export async function findCheckedOut(git: RunGit): Promise<CheckedOut | undefined> {
  const head = await orNone(git, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  if (head === undefined) return undefined;
  const ref = await orNone(git, ["symbolic-ref", "--quiet", "HEAD"]);
  const branch = ref?.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
  return { head, branch };
}

/** Returns why commits must not be made any longer, if something else is checked out by now, or may be. */
export function movedText(
  before: CheckedOut | undefined,
  now: CheckedOut | undefined,
): string | undefined {
  if (before === undefined) return "it is not known what was checked out when the run began";
  if (now?.head === before.head && now.branch === before.branch) return undefined;
  const found = now === undefined ? "no commit" : shown(now);
  return `a check or another process has moved HEAD during the run, from ${shown(before)} to ${found}`;
}

function shown({ head, branch }: CheckedOut): string {
  return `${branch === null ? "a detached HEAD" : `the branch ${branch}`} at ${head.slice(0, 10)}`;
}

/** Returns the answer of git; undefined if it ends with exit code 1, which means that there is none. */
export async function orNone(
  git: RunGit,
  question: readonly string[],
): Promise<string | undefined> {
  try {
    return (await git(question)).trim();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 1) return undefined;
    throw error;
  }
}
