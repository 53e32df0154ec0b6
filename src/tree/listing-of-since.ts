import { askWorkTree, startStatus } from "../git/ask-work-tree.ts";
import { gitIn } from "../git/run-git.ts";
import { askChanged } from "../git/status/ask-changed.ts";
import type { World } from "../model/world.ts";
import type { GitListing } from "../request/git-listing.ts";
import { startGitListing } from "./git-listing.ts";

/**
 * Asks git which files differ from HEAD, before it is known with which commit they are compared, and if anything looks
 * at the others.
 */
export function listingOfSince(
  root: string,
  env: World["env"],
  signal?: AbortSignal,
): GitListing & { readonly changedSince: (commit: string) => GitListing } {
  const warnings: string[] = [];
  const onWarning = (text: string) => warnings.push(text);
  const git = gitIn(root, env, { signal, onWarning });
  const started = startStatus(root, git);
  const ask = () => askWorkTree(root, git, { started });
  const asked = { git, warnings, ask, isChosen: false };
  const whole = startGitListing(root, env, { signal, isLater: true, asked });
  return Object.assign(whole, {
    changedSince(commit: string): GitListing {
      const askSince = () => askChanged(root, git, { commit, started });
      const changed = { git, warnings, ask: askSince, isChosen: true };
      const listing = startGitListing(root, env, { signal, asked: changed });
      return Object.assign(listing, {
        again: () => listingOfSince(root, env).changedSince(commit),
      });
    },
  });
}
