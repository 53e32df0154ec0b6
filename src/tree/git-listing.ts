import { MAX_FILE_BYTES } from "../files/decode-text.ts";
import { askWorkTree } from "../git/ask-work-tree.ts";
import { findRepository } from "../git/find-repository.ts";
import { listGitFiles } from "../git/list-files.ts";
import { type Environment, gitIn } from "../git/run-git.ts";
import { listUncommitted, type Uncommitted } from "../git/uncommitted/list-uncommitted.ts";
import { findUnlisted } from "../git/unlisted-folders.ts";
import type { TextQuestion } from "../model/search/text-question.ts";
import type { GitListing } from "../request/git-listing.ts";
import { runNames } from "./run-names.ts";

/**
 * Asks git. This only reads, and may be started before recipes are read or the engine is loaded, which takes as long
 * as the answer. `environment` holds the variables of the process. When `signal` fires, a git that has not answered yet
 * is stopped; later questions are not.
 */
export function startGitListing(
  root: string,
  environment?: Environment,
  signal?: AbortSignal,
): GitListing {
  const runs = runNames(root); // Before git looks, so that a run that ends meanwhile is noticed.
  const warnings: string[] = [];
  const onWarning = (text: string) => warnings.push(text);
  const git = gitIn(root, environment, { signal, onWarning });
  const workTree = askWorkTree(root, git);
  const ignored = workTree.then((answer) => answer?.ignored ?? []);
  const files = listGitFiles(root, git, { workTree });
  let asked: Promise<Uncommitted | undefined> | undefined;
  const listing = {
    runs,
    files,
    ignored,
    async unlisted() {
      await files;
      return warnings.length === 0 ? [] : findUnlisted(root, warnings);
    },
    uncommitted() {
      asked ??= listUncommitted(root, environment, { signal, workTree });
      return asked;
    },
    untracked: async () => [],
    async indexed() {
      const known = await files;
      // No list: there is no repository, it ignores the root, or git is not installed.
      if (known === undefined && findRepository(root) !== undefined)
        await git(["rev-parse", "--git-dir"]);
      return known?.indexed ?? new Set<string>();
    },
    async filesWithout(question: TextQuestion, signal: AbortSignal) {
      const known = await files;
      if (known === undefined) return new Map();
      const { listFilesWithout } = await import("../git/files-without.ts");
      const bounds = { mostBytes: MAX_FILE_BYTES };
      return listFilesWithout(root, question, { known, environment, signal, ...bounds });
    },
    again: () => startGitListing(root, environment),
  };
  for (const answer of [files, ignored]) answer.catch(() => undefined); // Reported where the answer is used.
  return listing;
}

/**
 * Returns the same listing, in which each untracked path counts as ignored for prompts and models: what a stranger's
 * `.gitignore` no longer names may be a secret of the job.
 */
export function withUntracked(listing: GitListing): GitListing {
  return {
    ...listing,
    untracked: async () => (await listing.files)?.untracked ?? [],
    again: () => withUntracked(listing.again()),
  };
}
