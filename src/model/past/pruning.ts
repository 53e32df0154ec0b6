import type { Outcome } from "../exit-code.ts";

/** What `sluice runs --prune` removed, or would; the product of its `--format json`. */
export interface Pruning {
  /** Keys keep their meaning while the major number stays. */
  readonly formatVersion: "1.0";
  /** How it ended. */
  readonly outcome: Outcome;
  /** The exit code that belongs to the outcome. */
  readonly exitCode: number;
  /** Nothing was to be removed. */
  readonly isDryRun: boolean;
  /** Ids of the runs that were removed, or would be; the oldest first. */
  readonly removed: readonly string[];
  /** Bytes that they took. */
  readonly bytes: number;
  /** Ids of the runs that would have gone but for actions that wait for a person. */
  readonly keptForHeld: readonly string[];
  /** What could not be removed, and why. */
  readonly failures: readonly string[];
  /** Why nothing could be done. */
  readonly message?: string;
}
