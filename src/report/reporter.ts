import type { RunEvent } from "../model/events.ts";
import type { Report } from "../model/report/report.ts";

/** What a report looks like where its reader can tell. */
export interface ReportStyle {
  readonly color: boolean;
  /** Also the trace of every decision and every file that was left alone. */
  readonly verbose: boolean;
  /** Only what is not in order, and the totals. */
  readonly quiet: boolean;
}

/** Turns a run into text. Prints nothing itself: what it answers is written by whoever asked. */
export interface Reporter {
  /** Text for one event, as it happens. */
  onEvent?(event: RunEvent): string;
  /** Text for the whole run, at its end. */
  onReport?(report: Report): string;
}

/** Makes a reporter for one run. */
export type CreateReporter = (style: ReportStyle) => Reporter;
