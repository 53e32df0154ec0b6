import { findRepository } from "../git/find-repository.ts";
import { type Environment, gitIn } from "../git/run-git.ts";
import type { IndexQuestion } from "../request/git-listing.ts";
import { runNames } from "./run-names.ts";

/**
 * Asks git for the paths in its index below `root`, and for nothing else: no file is looked at. It is for commands that
 * do not search, and only have to know which runs the repository brings.
 */
export function askIndex(root: string, environment?: Environment): IndexQuestion {
  const runs = runNames(root); // Before git looks, so that a run that ends meanwhile is noticed.
  const indexed = listIndex(root, environment);
  indexed.catch(() => undefined); // Reported where the answer is used.
  return { runs, indexed: () => indexed };
}

async function listIndex(root: string, environment?: Environment): Promise<ReadonlySet<string>> {
  if (findRepository(root) === undefined) return new Set();
  const output = await gitIn(root, environment)(["ls-files", "-z"]);
  return new Set(output.split("\0").filter((path) => path !== ""));
}
