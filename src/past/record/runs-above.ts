import { dirname } from "node:path";
import { listRunFolders, StateFolderError } from "../../apply/state/run-folder.ts";
import { findRepository } from "../../git/find-repository.ts";
import { shellWord } from "../../shared/shell-word.ts";

/**
 * Returns advice for a root without runs: a project file above may have been the reason that a run which began in this
 * folder is kept there. Undefined if there is none up to the top of the repository.
 */
export function adviceOnRunsAbove(root: string): string | undefined {
  const repository = findRepository(root);
  const top = repository === undefined ? root : dirname(repository);
  for (let folder = root; folder !== top && dirname(folder) !== folder; ) {
    folder = dirname(folder);
    if (hasRuns(folder)) return `Runs are kept in a folder above: --root ${shellWord(folder)}`;
  }
  return undefined;
}

function hasRuns(folder: string): boolean {
  try {
    return listRunFolders(folder).length > 0;
  } catch (error) {
    if (error instanceof StateFolderError) return false; // Commands about that folder report it.
    throw error;
  }
}
