import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns the path of `.git`, a folder or a file, in `root` or above, after all links of `root`. Messages of git are
 * not used for it, because they depend on the language. A folder that only looks like a repository is none.
 */
export function findRepository(root: string): string | undefined {
  for (let folder = realPath(root); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return join(folder, ".git");
    if (dirname(folder) === folder) return undefined;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // Git reports that its folder does not exist.
  }
}
