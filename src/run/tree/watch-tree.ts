import { stampFiles } from "../../files/stamp-files.ts";
import type { Workspace } from "../../model/workspace.ts";

/** Finds changes of a tree since the watch began. */
export interface TreeWatch {
  /** Returns the files that were written, made or removed since, sorted. */
  changed(): Promise<readonly string[]>;
}

/**
 * Notes the times and the size of every file that is neither ignored nor reserved; contents are not read.
 * `ownOutputs`: files that Sluice itself writes meanwhile, relative to the root.
 */
export async function watchTree(
  root: string,
  workspace: Workspace,
  ownOutputs: ReadonlySet<string>,
): Promise<TreeWatch> {
  const stampTree = async () => {
    workspace.refresh(); // Files may have come or gone.
    const files = await workspace.listFiles();
    return stampFiles(
      root,
      files.filter((path) => !ownOutputs.has(path)),
    );
  };
  const before = await stampTree();
  return {
    async changed() {
      const after = await stampTree();
      const paths = new Set([...before.keys(), ...after.keys()]);
      return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
    },
  };
}
