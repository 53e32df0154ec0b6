import type { StagedAgain, UnprovedAction } from "../../model/past/recovered-run.ts";
import type { WrittenAction } from "../state/journal-record.ts";
import type { KeptStaged } from "../state/kept-staged.ts";
import type { FindMade } from "./recover-commits.ts";

/** What git has to do with a recovery. */
export interface RecoveryMeans {
  readonly findMade?: FindMade;
  /**
   * Stages what a run had written and not staged; `standing` has the hashes of its files, by their paths from the root.
   * Undefined if nothing was left. Rejects if git cannot change the index: the next recovery tries again.
   */
  readonly stage?: (
    kept: readonly KeptStaged[],
    standing: ReadonlyMap<string, string | null>,
  ) => Promise<StagedAgain | undefined>;
}

/** What a recovery of one run leaves to be told. */
export interface Recovered {
  /** The actions that stand without a proof. */
  readonly unproved: readonly UnprovedAction[];
  readonly staged: StagedAgain | undefined;
}

/** Returns the hash of each file after the last of the actions. */
export function hashesAfter(
  actions: readonly Pick<WrittenAction, "files">[],
): ReadonlyMap<string, string | null> {
  return new Map(
    actions.flatMap(({ files }) => files.map(({ path, postHash }) => [path, postHash] as const)),
  );
}
