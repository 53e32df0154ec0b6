import type { ShardRecord } from "../../plan-file/record/record-schema.ts";
import type { GitListing } from "../../request/git-listing.ts";

/** The tree as the shards listed it. */
type ListedTree = Pick<ShardRecord, "ignored" | "unlisted"> & {
  readonly files: readonly string[];
  /** True if the root has it. */
  readonly isHere: boolean;
};

/** Returns the listing of a tree that shards have listed; `here` answers what they did not ask. */
export function mergedListing(
  { files: paths, ignored, unlisted, isHere }: ListedTree,
  here: GitListing,
): GitListing {
  const indexed = new Set(paths);
  const listing: GitListing = {
    runs: here.runs,
    files: Promise.resolve({
      paths,
      untracked: [],
      indexed,
      submodules: [],
      hidden: [],
      contents: new Map(),
    }),
    ignored: Promise.resolve(ignored),
    unlisted: async () => unlisted,
    // Where the tree is, git compares its lines with the index.
    indexed: () => (isHere ? here.indexed() : Promise.resolve(indexed)),
    uncommitted: () => here.uncommitted(),
    untracked: async () => [],
    brought: () => here.brought(),
    again: () => listing,
  };
  return listing;
}
