import type { Workspace } from "../model/workspace.ts";
import type { GitListing } from "./git-listing.ts";

/** The files of a root as they were, and not as they are: a dry run begins with these. */
export interface TreeBefore {
  openWorkspace(root: string, listing: GitListing): Promise<Workspace>;
}
