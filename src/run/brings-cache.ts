import type { GitListing } from "./git-listing.ts";

/**
 * Whether the repository itself brings a `.sluice/cache`, as files, a link or a submodule: what others put
 * there is neither believed nor changed. What is only in the work tree was put there by whoever runs this.
 */
export async function bringsCache(listing: GitListing): Promise<boolean> {
  const files = await listing.files.catch(() => undefined); // Told by the steps, which cannot go on either.
  for (const path of files?.indexed ?? [])
    if (path.startsWith(".") && CACHE.test(path)) return true;
  return false;
}

/** The folder, what is in it, or what stands in its place; in any case, as some disks do not tell cases apart. */
const CACHE = /^\.sluice(?:\/cache(?:\/.*)?)?$/is;
