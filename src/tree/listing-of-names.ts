import { namesBelow } from "../files/names-below.ts";
import { chosenPaths } from "../git/status/chosen-paths.ts";
import type { World } from "../model/world.ts";
import type { GitListing } from "../request/git-listing.ts";
import { startGitListing } from "./git-listing.ts";

/** The circumstances of a listing. */
interface ListingWorld extends Pick<World, "env" | "cwd"> {
  readonly signal: AbortSignal | undefined;
}

/** Asks git about the files that a request names, and not yet about the others. */
export function listingOfNames(
  root: string,
  files: readonly string[],
  { env, cwd, signal }: ListingWorld,
): GitListing {
  const chosen = chosenPaths(root, namesBelow(root, files, cwd));
  if (chosen === undefined) return startGitListing(root, env, { signal });
  const whole = startGitListing(root, env, { signal, isLater: true });
  return Object.assign(whole, { chosen: startGitListing(root, env, { signal, chosen }) });
}
