import type { PreparedRun } from "../../config/prepare/prepared-run.ts";
import type { Report } from "../../model/report/report.ts";
import type { KeptOutcome } from "./action-outcome.ts";

/** The outcome of a run: its report, and the changes that a plan of it needs. */
export interface RunOutcome {
  readonly report: Report;
  readonly prepared: PreparedRun;
  /** Every action of the report with its changes, in the same order. */
  readonly outcomes: readonly KeptOutcome[];
}
