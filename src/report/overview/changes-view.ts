import type { Grouping } from "../../model/report/groupings.ts";

/** How the changes of a run are shown to people. */
export interface ChangesView {
  /** Every diff, however many lines they have. Default: a digest if they are many. */
  readonly isFull: boolean;
  /** A line for each file in the place of diffs. */
  readonly isStat: boolean;
  /** The sum of the changes of each file in the place of those of each action. */
  readonly isNet: boolean;
  /** No lines whose white space alone changes. */
  readonly isSpaceIgnored: boolean;
  readonly groupBy: Grouping | undefined;
  /** Files in which this command writes all changes. */
  readonly writtenTo: readonly string[];
}

/** Diffs up to a bound, then a digest. */
export const DEFAULT_VIEW: ChangesView = {
  isFull: false,
  isStat: false,
  isNet: false,
  isSpaceIgnored: false,
  groupBy: undefined,
  writtenTo: [],
};
