import type { FileChange } from "../../model/preview.ts";
import type { Report } from "../../model/report/report.ts";
import type { PreparedRun } from "../prepare/prepare-run.ts";

/** A run that ended, and what others make of it than its report. */
export interface RunOutcome {
  readonly report: Report;
  readonly prepared: PreparedRun;
  /** What each action did to its files, or would do, by the action's id. */
  readonly changes: ReadonlyMap<string, readonly FileChange[]>;
}
