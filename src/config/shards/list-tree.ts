import { join } from "node:path";
import { readBeginning } from "../../files/read-beginning.ts";
import { beginsAsPlan } from "../../plan-file/parse-plan.ts";
import type { GitListing } from "../../request/git-listing.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { createOverlayWorkspace } from "../../tree/overlay-workspace.ts";

/** The files of a tree that are dealt, and those that belong to no shard; sorted. */
export interface DealtTree {
  readonly files: readonly string[];
  /** Plans that are not committed: those of other shards, or an earlier one of this. */
  readonly plans: ReadonlySet<string>;
}

/** Lists the files of a tree. The plans that lie in it would make it another one for each shard. */
export async function listTree(root: string, listing: GitListing): Promise<DealtTree> {
  const listed = await createOverlayWorkspace(root, listing).listFiles();
  const uncommitted = (await listing.files)?.untracked ?? listed;
  const plans = new Set<string>();
  for (const path of uncommitted)
    if (path.endsWith(".json") && (await isPlan(join(root, path)))) plans.add(path);
  return { files: listed.filter((path) => !plans.has(path)).sort(comparePaths), plans };
}

async function isPlan(file: string): Promise<boolean> {
  const beginning = await readBeginning(file).catch(() => ""); // It may be gone, or not readable.
  return beginsAsPlan(beginning);
}
