import type { UnwrittenFile } from "../apply/disk/write-output-file.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { exitOf, withUnwrittenReport } from "../model/exit-code.ts";
import type { Report } from "../model/report/report.ts";
import { totalsOf } from "../model/report/totals.ts";

/** How a step ended: what outputs, annotations and the summary are made of. */
export interface Ending
  extends Pick<Report, "outcome" | "exitCode" | "totals" | "actions" | "alerts" | "diagnostics"> {
  /** Absent where the inputs do not tell it. */
  readonly command?: Report["run"]["command"];
  /** Reports that were asked for and could not be written. */
  readonly unwritten: readonly UnwrittenFile[];
}

/** A diagnostic as it stands in a report. */
export type ReportDiagnostic = Report["diagnostics"][number];

/** An alert as it stands in a report. */
export type ReportAlert = Report["alerts"][number];

/** The ending of a step whose inputs are wrong: nothing was run. */
export function refusal(diagnostics: readonly Diagnostic[]): Ending {
  const nothing = { stale: false, limit: false, failed: false, held: false };
  return {
    ...exitOf({ invalid: true, ...nothing }),
    totals: totalsOf([], [], new Set()),
    actions: [],
    alerts: [],
    diagnostics: [...diagnostics],
    unwritten: [],
  };
}

/** The ending of a run. A report that could not be written is a failure, which counts before `held`. */
export function endingOf(report: Report, unwritten: readonly UnwrittenFile[]): Ending {
  const { outcome, exitCode, totals, actions, alerts, diagnostics, run } = report;
  const exit = { exitCode, outcome };
  return {
    command: run.command,
    ...(unwritten.length > 0 ? withUnwrittenReport(exit) : exit),
    ...{ totals, actions, alerts, diagnostics, unwritten },
  };
}
