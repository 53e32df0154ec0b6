import { PLAIN_DIFF } from "./lines-since.ts";
import type { RunGit } from "./run-git.ts";

/**
 * Returns the tracked files of the work tree, or of the index, whose content or mode is not as in a commit, relative to
 * the folder that git runs in, without files that are gone. A renamed file counts under its new name.
 */
export async function changedFiles(
  git: RunGit,
  commit: string,
  where: "work tree" | "index" = "work tree",
): Promise<readonly string[]> {
  const names = await git([
    ...PLAIN_DIFF,
    "--name-only",
    "-z",
    "--no-renames",
    "--diff-filter=d",
    ...(where === "index" ? ["--cached"] : []),
    commit,
    "--",
  ]);
  return names.split("\0").filter((name) => name !== "");
}
