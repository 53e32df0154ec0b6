import { type GitFiles, listGitFiles, listIgnoredByGit } from "../git/list-files.ts";
import type { Environment } from "../git/run-git.ts";

/** What git was asked about the files below a root. Rejects only when it is waited for. */
export interface GitListing {
  readonly files: Promise<GitFiles | undefined>;
  readonly ignored: Promise<readonly string[]>;
  /** The same questions, asked anew. */
  again(): GitListing;
}

/**
 * Asks git. Reads, and changes nothing: it may be asked before recipes are read or the engine is loaded,
 * which takes as long as the answer. With `environment`, the variables of the process, git is not led to
 * another repository by them.
 */
export function startGitListing(root: string, environment?: Environment): GitListing {
  const ignored = listIgnoredByGit(root, environment);
  const files = listGitFiles(root, environment, ignored);
  const listing = { files, ignored, again: () => startGitListing(root, environment) };
  listing.files.catch(() => undefined); // Told by whoever waits for it, if anybody does.
  return listing;
}
