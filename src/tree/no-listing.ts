import type { GitListing } from "../request/git-listing.ts";

/** For a workspace that reads only the paths that it is given: git is never asked. */
export const NO_LISTING: GitListing = {
  runs: "",
  files: Promise.resolve(undefined),
  ignored: Promise.resolve([]),
  unlisted: async () => [],
  uncommitted: () => Promise.resolve(undefined),
  untracked: async () => [],
  brought: async () => [],
  indexed: () => Promise.resolve(new Set()),
  again: () => NO_LISTING,
};
