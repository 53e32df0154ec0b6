import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { blobIdOf } from "../../shared/blob-id.ts";
import { inBatches } from "../in-batches.ts";
import type { IndexEntry } from "../parse-index.ts";
import type { RunGit } from "../run-git.ts";

/**
 * Returns the files that git was told not to look at (`git update-index --assume-unchanged`, `--skip-worktree`) and
 * that are not as in the index: git reports none of them. A file that a sparse checkout leaves out has not changed.
 * Line ends and encodings are converted as `git add` does, and no filter runs.
 */
export async function hiddenChanges(
  root: string,
  git: RunGit,
  hidden: readonly IndexEntry[],
): Promise<readonly IndexEntry[]> {
  const changed: IndexEntry[] = [];
  const files: IndexEntry[] = [];
  for (const entry of hidden) {
    const { path, kind, blobId } = entry;
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined) {
      if (entry.hidden === "assumed") changed.push(entry);
    } else if (kind === "file" && stats.isFile()) files.push(entry);
    else if (kind !== "link" || !stats.isSymbolicLink() || !isLinkTo(join(root, path), blobId))
      changed.push(entry);
  }
  const paths = files.map(({ path }) => path);
  const answers = await inBatches(git, ["hash-object", "--"], paths);
  const ids = answers.flatMap((answer) => answer.trim().split("\n"));
  return [...changed, ...files.filter(({ blobId }, index) => ids[index] !== blobId)];
}

function isLinkTo(path: string, blobId: string): boolean {
  const algorithm = blobId.length === 40 ? "sha1" : "sha256";
  return blobIdOf(readlinkSync(path, "buffer"), algorithm) === blobId;
}
