import { messageOf } from "../../shared/message-of.ts";
import type { RunGit } from "../run-git.ts";
import { changeIndex, type IndexChange, type IndexGits, restoreIndex } from "./change-index.ts";
import { type CheckedOut, findCheckedOut, movedText } from "./checked-out.ts";

/**
 * Moves the branch that is checked out, or a detached HEAD, to a commit, if it is still where it was, and the index
 * with it. The index comes first: cut off in between, it has staged changes, and no change that is staged is lost. Git
 * moves what HEAD names at that moment, so that HEAD and the index belong together in any case.
 */
export async function moveBranch(
  gits: IndexGits,
  { head, branch }: CheckedOut,
  to: { readonly commit: string; readonly index: readonly IndexChange[]; readonly note: string },
): Promise<void> {
  const { git } = gits;
  const moved = movedText({ head, branch }, await findCheckedOut(git));
  if (moved !== undefined) throw new Error(moved);
  await changeIndex(gits, to.index);
  try {
    await git(["update-ref", "-m", to.note, "HEAD", to.commit, head]);
  } catch (error) {
    const failure = await restoreIndex(gits, to.index).then(() => "", messageOf);
    if (failure === "") throw error;
    const message = `${messageOf(error)}; and what was staged for it stays staged: ${failure}`;
    throw new Error(message, { cause: error });
  }
  // Notes times and sizes, so that git need not read the files again. Ends with 1 if others have changed.
  await git(["update-index", "-q", "--refresh"]).catch(() => undefined);
}

/** Makes a branch at a commit. Rejects if there is one of that name. */
export async function makeBranch(
  git: RunGit,
  name: string,
  { commit, note }: { readonly commit: string; readonly note: string },
): Promise<void> {
  const none = "0".repeat(commit.length);
  await git(["update-ref", "-m", note, `refs/heads/${name}`, commit, none]);
}
