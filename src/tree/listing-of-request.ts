import type { Environment } from "../git/run-git.ts";
import type { GitListing } from "../request/git-listing.ts";
import type { RunRequest } from "../request/request.ts";
import { startGitListing } from "./git-listing.ts";

/** The parts of a request that tell which files git is asked about; a plan that is applied chooses none. */
type ListedRequest = Pick<RunRequest, "root"> & Partial<Pick<RunRequest, "staged">>;

/**
 * Asks git about the files of a request: at once about all files if they are searched, so that it answers while other
 * things are read and loaded. `signal` stops a git that has not answered yet.
 */
export function listingOfRequest(
  { root, staged = false }: ListedRequest,
  environment: Environment,
  signal?: AbortSignal,
): GitListing {
  return startGitListing(root, environment, { signal, isLater: staged });
}
