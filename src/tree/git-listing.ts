import { MAX_FILE_BYTES } from "../files/decode-text.ts";
import { askWorkTree, indexedPaths, type WorkTree } from "../git/ask-work-tree.ts";
import { findRepository } from "../git/find-repository.ts";
import { type GitFiles, listGitFiles } from "../git/list-files.ts";
import { type Environment, gitIn, type RunGit } from "../git/run-git.ts";
import type { ChosenPaths } from "../git/status/chosen-paths.ts";
import { listUncommitted } from "../git/uncommitted/list-uncommitted.ts";
import { findUnlisted } from "../git/unlisted-folders.ts";
import type { TextQuestion } from "../model/search/text-question.ts";
import { isInState } from "../model/state-folder.ts";
import type { GitListing } from "../request/git-listing.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { once } from "../shared/once.ts";
import { runNames } from "./run-names.ts";

/** The circumstances of a listing. */
interface ListingOptions {
  /** Stops the git that lists files, also if it is asked later; not that of `again`. */
  readonly signal?: AbortSignal | undefined;
  /** True if git is asked at the first question about files: the run may have none. */
  readonly isLater?: boolean;
  /** The files and folders that git is asked about. Default: all below the root. */
  readonly chosen?: ChosenPaths | undefined;
  /** A question that is asked in another way. */
  readonly asked?: GitQuestion | undefined;
}

/** A git that is asked, and its answer. */
interface GitQuestion {
  readonly git: RunGit;
  /** All that git warns of. */
  readonly warnings: readonly string[];
  readonly ask: () => Promise<WorkTree | undefined>;
  /** True if the answer may be about some files alone. */
  readonly isChosen: boolean;
}

/**
 * Asks git. This only reads, and may be started before recipes are read or the engine is loaded, which takes as long
 * as the answer. `environment` holds the variables of the process.
 */
export function startGitListing(
  root: string,
  environment?: Environment,
  { signal, isLater = false, chosen, asked: given }: ListingOptions = {},
): GitListing {
  const runs = runNames(root); // Before git looks, so that a run that ends meanwhile is noticed.
  const ask = once(() => askFiles(root, given ?? openGit(root, environment, { signal, chosen })));
  if (!isLater) ask();
  const uncommitted = once(() =>
    listUncommitted(root, environment, { signal, workTree: ask().workTree }),
  );
  let isBelieved = true;
  const listing = {
    runs,
    get files() {
      return ask().files;
    },
    get ignored() {
      return ask().ignored;
    },
    async unlisted() {
      const { files, warnings } = ask();
      await files;
      return warnings.length === 0 ? [] : findUnlisted(root, warnings);
    },
    uncommitted,
    untracked: async () => [],
    async indexed() {
      const { files, git } = ask();
      const known = await files;
      // No list: there is no repository, it ignores the root, or git is not installed.
      if (known === undefined && findRepository(root) !== undefined)
        await git(["rev-parse", "--git-dir"]);
      return known?.indexed ?? new Set<string>();
    },
    async filesWithout(question: TextQuestion, signal: AbortSignal) {
      const known = isBelieved ? await ask().files : undefined;
      if (known === undefined) return new Set<string>();
      const { listFilesWithout } = await import("../git/files-without.ts");
      const bounds = { mostBytes: MAX_FILE_BYTES };
      const ways = { known, environment, signal, ...bounds };
      const found = await listFilesWithout(root, question, ways);
      if (found === undefined) isBelieved = false; // The next step would ask in vain, perhaps for long.
      return found ?? new Set<string>();
    },
    async brought() {
      return isLater
        ? [...(await indexedPaths(root, environment, "state"))]
        : [...(await listing.indexed())].filter(isInState);
    },
    again: () => startGitListing(root, environment, { isLater, ...definedOnly({ chosen }) }),
  };
  return listing;
}

function openGit(
  root: string,
  environment: Environment | undefined,
  { signal, chosen }: ListingOptions,
): GitQuestion {
  const warnings: string[] = [];
  const onWarning = (text: string) => warnings.push(text);
  const git = gitIn(root, environment, { signal, onWarning });
  const ask = () => askWorkTree(root, git, definedOnly({ chosen }));
  return { git, warnings, ask, isChosen: chosen !== undefined };
}

function askFiles(root: string, { git, warnings, ask, isChosen }: GitQuestion) {
  const workTree = ask();
  const ignored = workTree.then((answer) => answer?.ignored ?? []);
  const listed = listGitFiles(root, git, { workTree, mayBePart: isChosen });
  const files = listed.then((known) => known && withoutPlans(root, known));
  for (const answer of [files, ignored]) answer.catch(() => undefined); // Reported where the answer is used.
  return { git, workTree, files, ignored, warnings };
}

/** Leaves out plans that are not committed: with them, a tree would be another one for the next run. */
async function withoutPlans(root: string, files: GitFiles): Promise<GitFiles> {
  if (!files.untracked.some((path) => path.endsWith(".json"))) return files; // Loaded only if it is needed.
  const { findPlans } = await import("../plan-file/find-plans.ts");
  const plans = await findPlans(root, files.untracked);
  const others = (paths: readonly string[]) => paths.filter((path) => !plans.has(path));
  return { ...files, paths: others(files.paths), untracked: others(files.untracked) };
}

/**
 * Returns the same listing, in which each untracked path counts as ignored for prompts and models: what a stranger's
 * `.gitignore` no longer names may be a secret of the job. It is that of a run whose files are chosen by now: it has no
 * other for chosen ones. Nothing is spread: to read `files` may start git.
 */
export function withUntracked(listing: GitListing): GitListing {
  const answers: Required<Omit<GitListing, "chosen" | "changedSince">> = {
    runs: listing.runs,
    get files() {
      return listing.files;
    },
    get ignored() {
      return listing.ignored;
    },
    brought: () => listing.brought(),
    indexed: () => listing.indexed(),
    unlisted: () => listing.unlisted(),
    uncommitted: () => listing.uncommitted(),
    filesWithout: async (...question) => (await listing.filesWithout?.(...question)) ?? new Set(),
    untracked: async () => (await listing.files)?.untracked ?? [],
    again: () => withUntracked(listing.again()),
  };
  return answers;
}
