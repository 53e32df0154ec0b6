import type { StagedState } from "../../git/staged/read-staged.ts";
import type { GitListing } from "../../request/git-listing.ts";

/** Returns a listing in which the staged files are all that there is; those with changes beside it are uncommitted. */
export function stagedListing(
  listing: GitListing,
  { files, unstaged }: StagedState,
  without: ReadonlySet<string> = new Set(),
): GitListing {
  const paths = [...files].filter((path) => !without.has(path));
  const found = {
    paths,
    untracked: [],
    indexed: new Set(paths),
    submodules: [],
    hidden: [],
    contents: new Map(),
  };
  const own: GitListing = {
    runs: listing.runs,
    files: Promise.resolve(found),
    ignored: Promise.resolve([]),
    unlisted: async () => [],
    uncommitted: async () => ({ paths: [...(await unstaged())], unknown: [] }),
    untracked: async () => [],
    brought: () => listing.brought(),
    indexed: async () => found.indexed,
    again: () => own,
  };
  return own;
}
