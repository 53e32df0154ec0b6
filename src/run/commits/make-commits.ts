import type { IndexChange } from "../../git/commit/change-index.ts";
import { readIndexEntries } from "../../git/commit/index-entries.ts";
import { makeBranch, moveBranch } from "../../git/commit/move-branch.ts";
import type { CommitPlace } from "../../git/commit/open-commit-place.ts";
import { gitIn } from "../../git/run-git.ts";
import { messageOf } from "../../shared/message-of.ts";
import { CommitStore, type StoreOptions } from "./commit-store.ts";
import { type CommittedFile, findCommittedFiles } from "./committed-file.ts";
import {
  type ChainCommit,
  type ChainMaking,
  type CommitOutcome,
  idsOf,
  makeChain,
} from "./make-chain.ts";
import type { WrittenFiles } from "./texts-of-commit.ts";

/** A commit to make. */
export interface WantedCommit extends ChainCommit {
  readonly subject: string;
  /** Undefined for the branch that is checked out. */
  readonly branch: string | undefined;
}

/** The circumstances of commits that a run makes. */
export interface MakingOptions extends StoreOptions {
  /** Keeps the ids of commits before a branch has them: a run that is killed then is known to have made them. */
  readonly noteCommits: (ids: readonly string[]) => Promise<void>;
}

/**
 * Makes commits of what a run wrote, each with the edits of its actions and nothing else: in a row on the branch that
 * is checked out, or each on a new branch from the commit that is checked out. The branch moves once, after the last
 * commit, or not at all. Returns one outcome for each.
 */
export async function makeCommits(
  wanted: readonly WantedCommit[],
  files: WrittenFiles,
  place: CommitPlace,
  options: MakingOptions,
): Promise<readonly CommitOutcome[]> {
  const store = await CommitStore.open(place, options);
  try {
    const world = { place, env: options.env, store };
    const index = await readIndexEntries(gitIn(place.top, options.env));
    const found = await findCommittedFiles(files, world, index);
    const making: Making = { ...world, files, found, ...options };
    return wanted.some(({ branch }) => branch !== undefined)
      ? await onBranches(wanted, making)
      : await inRow(wanted, making);
  } finally {
    await store.close();
  }
}

type Making = ChainMaking & MakingOptions;

/** Makes each commit on a branch of its own. What is checked out stays, and so does the index. */
async function onBranches(wanted: readonly WantedCommit[], making: Making) {
  const { place, env, noteCommits } = making;
  const git = gitIn(place.top, env);
  const prepared: CommitOutcome[] = [];
  for (const one of wanted) prepared.push(...(await makeChain([one], making)).outcomes);
  await noteCommits(idsOf(prepared));
  const outcomes: CommitOutcome[] = [];
  for (const [index, { branch = "", subject }] of wanted.entries()) {
    const outcome = prepared[index] as CommitOutcome; // One for each.
    if (outcome.kind === "made") {
      const to = { commit: outcome.sha, note: `sluice: ${subject}` };
      const error: unknown = await makeBranch(git, branch, to).catch((reason: unknown) => reason);
      if (error !== undefined) {
        outcomes.push({ kind: "refused", why: branchFault(branch, messageOf(error)) });
        continue;
      }
    }
    outcomes.push(outcome);
  }
  return outcomes;
}

function branchFault(branch: string, message: string): string {
  const isTaken = /reference already exists/.test(message);
  return isTaken ? `there is a branch ${branch} already` : `git cannot make ${branch}: ${message}`;
}

/** Makes the commits one on the other, and moves the branch and the index to the last one. */
async function inRow(wanted: readonly WantedCommit[], making: Making) {
  const { store, place, env, noteCommits, found } = making;
  const { tip, outcomes, blobs, staged, modes } = await makeChain(wanted, making);
  if (tip === place.head) return outcomes;
  const all = new Map([...blobs, ...(await store.add(staged))]);
  const ids = idsOf(outcomes);
  await noteCommits(ids);
  await moveBranch({ git: gitIn(place.top, env), scratch: store.git }, place, {
    commit: tip,
    index: [...all].map(([path, blob]) =>
      indexChangeOf(path, blob, { found, isModed: modes.has(path) }),
    ),
    note: `sluice: ${ids.length === 1 ? "a commit" : `${ids.length} commits`}`,
  });
  return outcomes;
}

/** Returns the change of the index that belongs to a file of a commit. A mode that is staged stays, unless it changes. */
function indexChangeOf(
  path: string,
  after: IndexChange["after"],
  { found, isModed }: Pick<Making, "found"> & { readonly isModed: boolean },
): IndexChange {
  const { entry: before } = found.get(path) as CommittedFile; // Its commit was made.
  const { mode } = (isModed ? after : before) ?? after ?? {};
  return { path, before, after: after && { mode: mode ?? after.mode, id: after.id } };
}
