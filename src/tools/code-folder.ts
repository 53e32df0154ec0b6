import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder that the code of recipes is loaded from. */
export interface CodeFolder {
  /** The folder that stands for the root; absolute. */
  readonly root: string;
  /**
   * The folder to which the code was exported; absolute. Node searches packages in the folders above, too, which
   * are not of a trusted user: none of them may have any. Undefined for the root itself.
   */
  readonly top?: string | undefined;
}

/** Throws if code could import packages from a folder above the one that it was exported to. */
export function refuseForeignPackages({ top }: CodeFolder): void {
  if (top === undefined) return;
  for (let folder = dirname(top), below = top; folder !== below; folder = dirname(folder)) {
    const packages = join(folder, "node_modules");
    if (isThere(packages))
      throw new Error(
        `its packages could come from ${packages}. Remove that folder, or let TMPDIR name another place`,
      );
    below = folder;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
