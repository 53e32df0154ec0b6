import type { CommitPlace } from "../../git/commit/open-commit-place.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { ActionReport } from "../../model/report/report.ts";
import type { FindText } from "./commit-files.ts";
import { CommitStore, type StoreOptions } from "./commit-store.ts";
import { findCommittedFiles } from "./committed-file.ts";
import { type Chain, idsOf, makeChain, type Refusal } from "./make-chain.ts";
import { type CommittedAction, writtenBy } from "./written-by.ts";

/** A branch whose commits are to be made. */
export interface WantedBranch {
  /** Comes back in the outcome; nothing else is done with it. */
  readonly name: string;
  /** The oldest first. */
  readonly commits: readonly WantedBranchCommit[];
}

/** A commit of a branch. */
export interface WantedBranchCommit {
  readonly message: string;
  /** Objects of the list of all actions. */
  readonly actions: readonly ActionReport[];
}

/** The outcome of a branch: its last commit, and all of them, the oldest first; nothing to commit; or why not. */
export type BranchOutcome = { readonly name: string } & ChainResult;

type ChainResult =
  | { readonly kind: "made"; readonly tip: string; readonly commits: readonly string[] }
  | { readonly kind: "empty" }
  | Refusal;

/** The circumstances of branches. */
export interface BranchOptions extends StoreOptions {
  readonly findText: FindText;
}

/**
 * Makes the commits of branches, all from the commit that `place` names; what is staged does not count. `actions` are
 * all that the plan would apply, in their order, with those that are in no branch. Each commit has the edits of its
 * actions on top of those of the commits before it on its branch, and nothing of other branches or of the work tree; a
 * commit that changes nothing is left out. Returns one outcome for each branch, in order.
 *
 * Only objects are written, which `git gc` leaves alone for two weeks: no branch, index or file is touched. The same
 * input gives the same ids, unless commits are signed: dates, author and committer are those of `options`. A branch is
 * made as a whole or refused as a whole, with its reason. Rejects if no commit can be made: git fails, cannot sign,
 * knows no author, or is stopped; and for more commits than a run may have.
 */
export async function makeBranches(
  wanted: readonly WantedBranch[],
  actions: readonly CommittedAction[],
  place: CommitPlace,
  options: BranchOptions,
): Promise<readonly BranchOutcome[]> {
  const count = wanted.reduce((sum, { commits }) => sum + commits.length, 0);
  if (count > INPUT_LIMITS.commits)
    throw new Error(`There would be ${count} commits, more than ${INPUT_LIMITS.commits}`);
  const { env, signal, findText } = options;
  const { files, contentOf } = await writtenBy(actions, place, findText);
  const known = new Set(
    actions.flatMap(({ report, changes }) => (changes.length === 0 ? [] : [report])),
  );
  const store = await CommitStore.open(place, options);
  try {
    const world = { place, env, store };
    const making = {
      ...world,
      files,
      found: await findCommittedFiles(files, world, store.head),
      signal,
    };
    const outcomes: BranchOutcome[] = [];
    for (const { name, commits } of wanted) {
      const unknown = commits.flatMap((one) => one.actions).find((action) => !known.has(action));
      if (unknown !== undefined) {
        outcomes.push({
          name,
          kind: "refused",
          why: `the files of \`${unknown.label}\` are unknown`,
        });
        continue;
      }
      const chain = commits.map((one) => ({ ...contentOf(one.actions), message: one.message }));
      outcomes.push({ name, ...outcomeOf(await makeChain(chain, making)) });
    }
    return outcomes;
  } finally {
    await store.close();
  }
}

function outcomeOf({ tip, outcomes }: Chain): ChainResult {
  const refused = outcomes.find((outcome) => outcome.kind === "refused");
  if (refused !== undefined) return refused;
  const commits = idsOf(outcomes);
  return commits.length === 0 ? { kind: "empty" } : { kind: "made", tip, commits };
}
