import { stampFiles } from "../files/stamp-files.ts";
import { walkFiles } from "../files/walk-files.ts";
import { listGitFiles } from "../git/list-files.ts";
import { tidyPaths } from "./new-files.ts";

/** Tells what became of a tree since it was looked at. */
export interface TreeWatch {
  /** Files that were written, made or removed since, sorted. */
  changed(): Promise<readonly string[]>;
}

/** Looks at every file that is neither ignored nor reserved: at its times and size, not at its content. */
export async function watchTree(root: string): Promise<TreeWatch> {
  const before = stampFiles(root, await listTree(root));
  return {
    async changed() {
      const after = stampFiles(root, await listTree(root));
      const paths = new Set([...before.keys(), ...after.keys()]);
      return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
    },
  };
}

/** The files below a root as they are now. */
async function listTree(root: string): Promise<readonly string[]> {
  const inGit = await listGitFiles(root);
  return tidyPaths(inGit?.paths ?? (await walkFiles(root)));
}
