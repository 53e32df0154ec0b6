import type { RunEvent } from "../model/events.ts";
import type { ReportFormat } from "../model/report/formats.ts";
import type { Report } from "../model/report/report.ts";
import type { ChangesView } from "./overview/changes-view.ts";

/** The style of a report for people. */
export interface ReportStyle {
  readonly color: boolean;
  /** Show the trace of every decision and every file that was skipped, too. */
  readonly verbose: boolean;
  /** Show only held and failed actions, errors and the totals. */
  readonly quiet: boolean;
  /** The root, as commands that the report advises name it. Default: they are called in the root. */
  readonly advisedRoot?: string | undefined;
  /** The root from the top of the checkout, with `/`, as those who read reports name its files. Default: it is that. */
  readonly folder?: string | undefined;
  /** The files that the pull request of this job changes, relative to the root; only for the format `github`. */
  readonly pullFiles?: ReadonlySet<string> | undefined;
  /** The reports in files of the same run. */
  readonly reports?:
    | readonly { readonly format: ReportFormat; readonly path: string }[]
    | undefined;
  /** The version of Sluice. */
  readonly version?: string | undefined;
  /** True if it goes to a terminal that shows ASCII alone. */
  readonly isPlain?: boolean | undefined;
  /** The width of the terminal. Default: lines may be of any length. */
  readonly columns?: number | undefined;
  /** How changes are shown. Default: diffs, or a digest if they are many. */
  readonly view?: ChangesView | undefined;
}

/** A text in pieces, to be read once: of a large run, no text is in memory as a whole. */
export type Pieces = Iterable<string>;

/** Turns a run into text. It prints nothing: its caller writes the text. */
export interface Reporter {
  /** Returns text for one event, as it happens. */
  onEvent?(event: RunEvent): Pieces;
  /** Returns text for the whole run, at its end. */
  onReport?(report: Report): Pieces;
}

/** Makes a reporter for one run. */
export type CreateReporter = (style: ReportStyle) => Reporter;
