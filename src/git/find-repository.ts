import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns the path of `.git`, a folder or a file, in `root` or above. Messages of git are not used for it, because they
 * depend on the language.
 */
export function findRepository(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return join(folder, ".git");
    if (dirname(folder) === folder) return undefined;
  }
}
