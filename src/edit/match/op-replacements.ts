import type { Replacement, SupersededReplacement } from "../../model/edit.ts";

/** The replacements of one op in one text, each with an effect. */
export interface OpReplacements {
  /** Sorted by `start`, never overlapping. */
  readonly accepted: readonly Replacement[];
  /** Matches inside of an accepted one of the same op (A16); `byOpId` is the op itself. */
  readonly superseded: readonly SupersededReplacement[];
}
