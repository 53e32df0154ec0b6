import { join } from "node:path";
import { removeScratchTree } from "../disk/scratch-tree.ts";
import { keepCommits, readKeptCommits } from "../state/kept-commits.ts";
import { COMMIT_FOLDER, type RunFolder } from "../state/run-folder.ts";

/** Returns those of some commits that were made, because a branch has them. */
export type FindMade = (ids: readonly string[]) => Promise<readonly string[]>;

/**
 * Keeps, and returns, the commits that a run had made when it was killed, of those that it was about to make. Removes
 * what git needed for them.
 */
export async function recoverCommits(
  folder: RunFolder,
  findMade: FindMade,
): Promise<readonly string[]> {
  await removeScratchTree(join(folder.path, COMMIT_FOLDER));
  const wanted = readKeptCommits(folder);
  if (wanted.length === 0) return [];
  const made = await findMade(wanted);
  await keepCommits(folder.path, made);
  return made;
}
