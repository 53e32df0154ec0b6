import type { Outcome } from "../exit-code.ts";
import type { RecoveredRun } from "./recovered-run.ts";

/** What `sluice recover` did; the product of its `--format json`. */
export interface Recovery {
  /** Keys keep their meaning while the major number stays. */
  readonly formatVersion: "1.0";
  /** How it ended; `failed` where a run is not in order yet. */
  readonly outcome: Outcome;
  /** The exit code that belongs to the outcome. */
  readonly exitCode: number;
  /** The runs that had not ended, the oldest first. */
  readonly runs: readonly RecoveredRun[];
  /** Why nothing could be looked at; absent where it could. */
  readonly message?: string;
}
