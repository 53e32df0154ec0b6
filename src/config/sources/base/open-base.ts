import { listCommit } from "../../../git/commit-files.ts";
import type { RunGit } from "../../../git/run-git.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { messageOf } from "../../../shared/message-of.ts";
import { CommitFiles } from "../commit-files.ts";
import { LoadingStopped } from "../loading-stop.ts";
import type { TreeFiles } from "../tree-files.ts";
import { wholeFetchOf } from "./fetch-advice.ts";

/**
 * Opens the files of the base commit below the root, read by git and never from the work tree; `git` runs in the root.
 * Returns the reason if git cannot list it, as in a clone that has only a part.
 */
export async function openBase(
  git: RunGit,
  base: string,
): Promise<TreeFiles | { readonly fault: Diagnostic }> {
  const id = base.slice(0, 7);
  try {
    const entries = await listCommit(git, base);
    return new CommitFiles(
      { git, entries },
      {
        origin: "base",
        name: `the base commit ${id}`,
        hintIfMissing: "`--trust all` reads the work tree instead.",
        ifUnreadable: { code: "base-unavailable", hintOf: () => wholeFetchOf(git, base) },
        pathOf: (path) => path,
      },
    );
  } catch (error) {
    if (error instanceof LoadingStopped) throw error;
    const hint = await wholeFetchOf(git, base);
    const message = hint.includes("--filter")
      ? `The base commit ${id} is not whole in this clone.`
      : `git cannot list the base commit ${id}: ${messageOf(error).trim()}`;
    return { fault: { code: "base-unavailable", severity: "error", message, hint } };
  }
}
