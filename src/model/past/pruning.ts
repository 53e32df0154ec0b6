import type { Outcome } from "../exit-code.ts";

/** The runs that `sluice runs --prune` removed, or would remove; the product of its `--format json`. */
export interface Pruning {
  /** Keys keep their meaning while the major number stays. */
  readonly formatVersion: "1.0";
  /** The outcome of the command. */
  readonly outcome: Outcome;
  /** The exit code that belongs to the outcome. */
  readonly exitCode: number;
  /** True if nothing was to be removed. */
  readonly isDryRun: boolean;
  /** Ids of the runs that were removed, or would be; the oldest first. */
  readonly removed: readonly string[];
  /** The size of these runs in bytes. */
  readonly bytes: number;
  /** Ids of the runs that were kept only because actions of them wait for the user. */
  readonly keptForHeld: readonly string[];
  /** The runs that could not be removed, and the reasons. */
  readonly failures: readonly string[];
  /** The reason why nothing could be done. */
  readonly message?: string;
}
