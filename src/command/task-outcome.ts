import type { Report } from "../model/report/report.ts";

/** The outcome of a task: that of its report, unless an output is missing. */
export interface TaskOutcome extends Pick<Report, "outcome" | "exitCode"> {
  readonly report: Report;
  /** One sentence for each output that was not written. */
  readonly unwritten: readonly string[];
  /** The paths of the reports and of the plan that were written, as they were named. */
  readonly written: readonly string[];
}
