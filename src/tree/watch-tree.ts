import { stampFiles } from "../files/stamp-files.ts";
import type { Workspace } from "../model/workspace.ts";
import type { OwnOutputs } from "./own-outputs.ts";

/** Finds changes of a tree since the watch began. */
export interface TreeWatch {
  /** Returns the files that were written, made or removed since, sorted. */
  changed(): Promise<readonly string[]>;
}

/**
 * Notes the times and the size of every file that is neither ignored nor reserved; contents are not read.
 * Files that Sluice itself writes meanwhile do not count.
 */
export async function watchTree(
  root: string,
  workspace: Workspace,
  ownOutputs: OwnOutputs,
): Promise<TreeWatch> {
  const stampTree = async () => {
    workspace.refresh(); // Files may have come or gone.
    return stampFiles(root, await workspace.listFiles());
  };
  const before = await stampTree();
  return {
    async changed() {
      const after = await stampTree();
      const paths = new Set([...before.keys(), ...after.keys()]);
      return [...paths]
        .filter((path) => before.get(path) !== after.get(path) && !ownOutputs.has(path))
        .sort();
    },
  };
}
