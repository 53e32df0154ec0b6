import { stampFiles } from "../../files/stamp-files.ts";
import type { Workspace } from "../../model/workspace.ts";

/** Tells what became of a tree since it was looked at. */
export interface TreeWatch {
  /** Files that were written, made or removed since, sorted. */
  changed(): Promise<readonly string[]>;
}

/** Looks at every file that is neither ignored nor reserved: at its times and size, not at its content. `ownOutputs`: what Sluice itself writes meanwhile, relative to the root. */
export async function watchTree(
  root: string,
  workspace: Workspace,
  ownOutputs: ReadonlySet<string>,
): Promise<TreeWatch> {
  const look = async () => {
    workspace.refresh(); // Files may have come or gone.
    const files = await workspace.listFiles();
    return stampFiles(
      root,
      files.filter((path) => !ownOutputs.has(path)),
    );
  };
  const before = await look();
  return {
    async changed() {
      const after = await look();
      const paths = new Set([...before.keys(), ...after.keys()]);
      return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
    },
  };
}
