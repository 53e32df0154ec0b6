import { globBase, isGlob, pathMatcher } from "../../shared/paths/glob.ts";
import { comparePaths, tidyPath } from "../../shared/paths/posix-path.ts";
import type { TreeFiles } from "./tree-files.ts";

/** Returns a file by its name, even if it is missing; or the YAML files that a glob or a folder matches, sorted. */
export async function findRuleFiles(glob: string, tree: TreeFiles): Promise<readonly string[]> {
  if (/\.ya?ml$/.test(glob) && !isGlob(glob)) return [glob];
  const base = globBase(glob);
  const matches = pathMatcher([glob]);
  const files = await tree.walk(tidyPath(base));
  return files
    .map((file) => tidyPath(`./${base}/${file}`))
    .filter((file) => /\.ya?ml$/.test(file) && matches(file))
    .sort(comparePaths);
}
