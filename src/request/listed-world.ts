import type { GitListing } from "./git-listing.ts";
import type { RunWorld } from "./request.ts";

/** A world in which git was asked about the root. */
export interface ListedWorld extends RunWorld {
  readonly listing: GitListing;
}
