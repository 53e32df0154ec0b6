import type { GitListing } from "../request/git-listing.ts";
import type { RunRequest, RunWorld } from "../request/request.ts";
import { startGitListing } from "./git-listing.ts";

/** The parts of a request that tell which files git is asked about; a plan that is applied chooses none. */
type ListedRequest = Pick<RunRequest, "root"> &
  Partial<Pick<RunRequest, "staged" | "files" | "since" | "paths">>;

/**
 * Asks git about the files of a request: at once about those that are searched, so that it answers while other things
 * are read and loaded. `signal` stops a git that has not answered yet.
 */
export async function listingOfRequest(
  request: ListedRequest,
  { env, cwd, without }: Pick<RunWorld, "env" | "cwd" | "without">,
  signal?: AbortSignal,
): Promise<GitListing> {
  const { root, staged = false, files, since, paths = [] } = request;
  if (staged) return startGitListing(root, env, { signal, isLater: true });
  // Globs beside them are compared with all files: a person is told if one matches none.
  if (paths.length > 0 || without?.includes("chosen-listing"))
    return startGitListing(root, env, { signal });
  // Loaded when they are needed: most requests are about all files.
  if (files !== undefined) {
    const { listingOfNames } = await import("./listing-of-names.ts");
    return listingOfNames(root, files, { env, cwd, signal });
  }
  if (since === undefined) return startGitListing(root, env, { signal });
  const { listingOfSince } = await import("./listing-of-since.ts");
  return listingOfSince(root, env, signal);
}
