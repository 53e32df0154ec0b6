import { relative, sep } from "node:path";
import { realPathOf } from "../files/real-path.ts";
import type { Environment } from "../model/world.ts";

/**
 * Returns the root from the top of the checkout, as those who read reports name its files: from the workspace of a
 * runner of GitHub or GitLab, elsewhere from the working directory. Empty if it is that, or outside of it.
 */
export function reportedFolder(root: string, cwd: string, env: Environment): string {
  const tops = [env.GITHUB_WORKSPACE, env.CI_PROJECT_DIR, cwd];
  for (const top of tops) {
    if (top === undefined || top === "") continue;
    const path = relative(realPathOf(top) ?? top, realPathOf(root) ?? root);
    if (path !== ".." && !path.startsWith(`..${sep}`)) return path.split(sep).join("/");
  }
  return "";
}

/** Returns the root relative to the working directory, for commands that people type; undefined if it is the same. */
export function rootFrom(cwd: string, root: string): string | undefined {
  const path = relative(realPathOf(cwd) ?? cwd, realPathOf(root) ?? root);
  return path === "" ? undefined : path;
}
