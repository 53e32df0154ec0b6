import type { Outcome } from "../exit-code.ts";
import type { RecoveredRun } from "./recovered-run.ts";

/** The runs that `sluice recover` recovered; the product of its `--format json`. */
export interface Recovery {
  /** Keys keep their meaning while the major number stays. */
  readonly formatVersion: "1.0";
  /** The outcome of the command; `failed` if the recovery of a run failed. */
  readonly outcome: Outcome;
  /** The exit code that belongs to the outcome. */
  readonly exitCode: number;
  /** The runs that had not ended, the oldest first. */
  readonly runs: readonly RecoveredRun[];
  /** The reason why no run could be inspected; absent if they could. */
  readonly message?: string;
}
