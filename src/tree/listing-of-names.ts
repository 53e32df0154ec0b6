import { namesBelow } from "../files/names-below.ts";
import { chosenPaths } from "../git/status/chosen-paths.ts";
import type { World } from "../model/world.ts";
import type { GitListing } from "../request/git-listing.ts";
import type { RunRequest } from "../request/request.ts";
import { startGitListing } from "./git-listing.ts";

/** The circumstances of a listing. */
interface ListingWorld extends Pick<World, "env" | "cwd"> {
  readonly signal: AbortSignal | undefined;
}

/**
 * Asks git about the files that a request names, and not yet about the others. Globs beside them are compared with all
 * files: a person is told if one matches none.
 */
export function listingOfNames(
  files: readonly string[],
  { root, paths = [] }: Pick<RunRequest, "root"> & Partial<Pick<RunRequest, "paths">>,
  { env, cwd, signal }: ListingWorld,
): GitListing {
  const chosen = paths.length > 0 ? undefined : chosenPaths(root, namesBelow(root, files, cwd));
  if (chosen === undefined) return startGitListing(root, env, { signal });
  const whole = startGitListing(root, env, { signal, isLater: true });
  return Object.assign(whole, { chosen: startGitListing(root, env, { signal, chosen }) });
}
