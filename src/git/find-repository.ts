import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The `.git`, a folder or a file, here or above. Git's own words depend on its language. */
export function findRepository(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return join(folder, ".git");
    if (dirname(folder) === folder) return undefined;
  }
}
