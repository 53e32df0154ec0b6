import { indexedPaths } from "../git/ask-work-tree.ts";
import type { Environment } from "../git/run-git.ts";
import type { IndexQuestion } from "../request/git-listing.ts";
import { runNames } from "./run-names.ts";

/**
 * Asks for the state folder in git's index below `root`, and for nothing else. It is for commands that do not search,
 * and only have to know which runs the repository brings.
 */
export function askIndex(root: string, environment?: Environment): IndexQuestion {
  const runs = runNames(root); // Before git looks, so that a run that ends meanwhile is noticed.
  const brought = indexedPaths(root, environment, "state").then((paths) => [...paths]);
  brought.catch(() => undefined); // Reported where the answer is used.
  return { runs, brought: () => brought };
}
