import type { Report } from "../model/report/report.ts";

/** The outcome of a task: the outcome of its report, unless an output is missing. */
export interface TaskOutcome extends Pick<Report, "outcome" | "exitCode"> {
  /** Of the run: it does not tell of outputs that are missing. */
  readonly report: Report;
  /** One sentence for each output that was not written. */
  readonly unwritten: readonly string[];
  /** The paths of the reports and of the plan that were written, as they were named. */
  readonly written: readonly string[];
}
