import type { IndexChange } from "../../git/commit/change-index.ts";
import { makeBranch, moveBranch } from "../../git/commit/move-branch.ts";
import type { CommitPlace } from "../../git/commit/open-commit-place.ts";
import { gitIn } from "../../git/run-git.ts";
import { messageOf } from "../../shared/message-of.ts";
import { CommitStore, type StoreOptions } from "./commit-store.ts";
import { type CommittedFile, findCommittedFiles } from "./committed-file.ts";
import { type CommitSources, textsOf, type WrittenFiles } from "./texts-of-commit.ts";

/** A commit to make; paths count from the top. */
export interface WantedCommit {
  readonly subject: string;
  readonly message: string;
  /** Undefined for the branch that is checked out. */
  readonly branch: string | undefined;
  /** The keys of its actions. */
  readonly actions: ReadonlySet<string>;
  readonly paths: readonly string[];
}

/** The outcome of a commit: its id; nothing to commit; or the reason that it was not made. */
export type CommitOutcome =
  | { readonly kind: "made"; readonly sha: string }
  | { readonly kind: "empty" }
  | { readonly kind: "refused"; readonly why: string };

/**
 * Makes commits of what a run wrote, each with the edits of its actions and nothing else: in a row on the branch that
 * is checked out, or each on a new branch from the commit that is checked out. The branch moves once, behind the last
 * commit, or not at all. Returns one outcome for each.
 */
export async function makeCommits(
  wanted: readonly WantedCommit[],
  files: WrittenFiles,
  place: CommitPlace,
  options: StoreOptions,
): Promise<readonly CommitOutcome[]> {
  const store = await CommitStore.open(place, options);
  try {
    const world = { place, env: options.env, store };
    const found = await findCommittedFiles(files, world);
    const making: CommitSources = { ...world, files, found };
    return wanted.some(({ branch }) => branch !== undefined)
      ? await onBranches(wanted, making)
      : await inRow(wanted, making);
  } finally {
    await store.close();
  }
}

/** Makes each commit on a branch of its own. What is checked out stays, and so does the index. */
async function onBranches(wanted: readonly WantedCommit[], making: CommitSources) {
  const { store, place, env } = making;
  const git = gitIn(place.top, env);
  const outcomes: CommitOutcome[] = [];
  for (const one of wanted) {
    const texts = await textsOf(one.paths, one.actions, making);
    if ("why" in texts) {
      outcomes.push({ kind: "refused", why: texts.why });
      continue;
    }
    await store.reset();
    await store.add(texts.head);
    const sha = await store.commit(place.head, one.message);
    const note = `sluice: ${one.subject}`;
    outcomes.push(
      sha === undefined
        ? { kind: "empty" }
        : await makeBranch(git, one.branch ?? "", { commit: sha, note }).then(
            () => ({ kind: "made", sha }) as const,
            (error) =>
              ({ kind: "refused", why: branchFault(one.branch ?? "", messageOf(error)) }) as const,
          ),
    );
  }
  return outcomes;
}

function branchFault(branch: string, message: string): string {
  const isTaken = /reference already exists/.test(message);
  return isTaken ? `there is a branch ${branch} already` : `git cannot make ${branch}: ${message}`;
}

/** Makes the commits one on the other, and moves the branch and the index to the last one. */
async function inRow(wanted: readonly WantedCommit[], making: CommitSources) {
  const { store, place, env } = making;
  const outcomes: CommitOutcome[] = [];
  const included = new Set<string>();
  const blobs = new Map<string, IndexChange["after"]>();
  const staged = new Map<string, string>();
  let last = place.head;
  for (const one of wanted) {
    const all = new Set([...included, ...one.actions]);
    const texts = await textsOf(one.paths, all, making);
    if ("why" in texts) {
      outcomes.push({ kind: "refused", why: texts.why });
      continue;
    }
    for (const key of one.actions) included.add(key);
    for (const [path, blob] of await store.add(texts.head)) blobs.set(path, blob);
    for (const [path, text] of texts.staged) staged.set(path, text);
    const sha = await store.commit(last, one.message);
    last = sha ?? last;
    outcomes.push(sha === undefined ? { kind: "empty" } : { kind: "made", sha });
  }
  if (last === place.head) return outcomes;
  for (const [path, blob] of await store.add(staged)) blobs.set(path, blob);
  const index = [...blobs].map(([path, after]): IndexChange => {
    const { entry: before } = making.found.get(path) as CommittedFile; // Its commit was made.
    const { mode } = before ?? after; // A mode that is staged stays so.
    return { path, before, after: { mode, id: after.id } };
  });
  const count = outcomes.filter(({ kind }) => kind === "made").length;
  await moveBranch(gitIn(place.top, env), place, {
    commit: last,
    index,
    note: `sluice: ${count === 1 ? "a commit" : `${count} commits`}`,
  });
  return outcomes;
}
