import { isBranchName } from "../../shared/branch-name.ts";
import type { Push } from "./open-push.ts";
import { type PushOutcome, readOutcomes } from "./push-outcome.ts";

/** A branch of the server that is to be at a commit. */
export interface BranchUpdate {
  /** Without `refs/heads/`. */
  readonly branch: string;
  /** The whole id. */
  readonly commit: string;
  /** The commit at which it has to be until then; undefined if it must not exist. */
  readonly expected: string | undefined;
}

/** The length of the arguments of one call, in characters. Windows allows 32,767 for a whole command. */
const MAX_LENGTH = process.platform === "win32" ? 20_000 : 200_000;

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Pushes branches, hundreds in one call of git, and nothing else: no tag, no other branch. A branch that is elsewhere
 * than expected stays there, also if somebody moves it meanwhile. No branch hinders the others, unless the server
 * refuses all of them. Returns one outcome for each, in order; rejects only for a name or id that is none.
 */
export async function pushBranches(
  push: Push,
  updates: readonly BranchUpdate[],
): Promise<readonly PushOutcome[]> {
  for (const { branch, commit, expected = commit } of updates)
    if (!isBranchName(branch) || !COMMIT.test(commit) || !COMMIT.test(expected))
      throw new Error(`${branch} cannot be pushed: it or one of its commits has no valid name`);
  const outcomes: PushOutcome[] = [];
  for (const batch of batchesOf(updates)) {
    const leases = batch.map(
      ({ branch, expected = "" }) => `--force-with-lease=refs/heads/${branch}:${expected}`,
    );
    const changes = batch.map(({ branch, commit }) => `${commit}:refs/heads/${branch}`);
    const options = [...OPTIONS, ...leases, "--end-of-options", push.url];
    const answer = await push.run(["push", ...options, ...changes]);
    const names = batch.map(({ branch }) => branch);
    outcomes.push(...readOutcomes(names, answer));
  }
  return outcomes;
}

const OPTIONS = [
  ...["--porcelain", "--no-verify", "--no-signed", "--no-follow-tags", "--no-atomic"],
  "--recurse-submodules=no",
];

function batchesOf(updates: readonly BranchUpdate[]): readonly (readonly BranchUpdate[])[] {
  const batches: BranchUpdate[][] = [];
  let length = 0;
  for (const update of updates) {
    const own = 2 * (update.branch.length + update.commit.length) + 50;
    const last = batches.at(-1);
    if (last === undefined || length + own > MAX_LENGTH) batches.push([update]);
    else last.push(update);
    length = last === undefined || length + own > MAX_LENGTH ? own : length + own;
  }
  return batches;
}
