import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { exitOf } from "../../model/exit-code.ts";
import type { Report } from "../../model/report/report.ts";
import { totalsOf } from "../../model/report/totals.ts";
import { isDryRun } from "../../model/run-kind.ts";
import type { RunLedger } from "./run-ledger.ts";
import type { RunStop } from "./run-stop.ts";

/** What a report says beside what its ledger has. */
export interface ReportFrame {
  readonly run: Report["run"];
  readonly diagnostics: readonly Diagnostic[];
  readonly stop: RunStop;
  readonly isFault: boolean;
  /** Another run did not end in time. */
  readonly isLocked: boolean;
  readonly check: boolean;
  readonly exitZero: boolean;
}

/** The report of a run, as far as it has come. */
export function reportOf(
  ledger: RunLedger,
  { run, diagnostics, stop, isFault, isLocked, check, exitZero }: ReportFrame,
): Report {
  const { signalCode } = stop;
  const exit = exitOf({
    ...ledger.findings({ check, isDryRun: isDryRun(run.command) }),
    ...(signalCode === undefined ? {} : { signalCode }),
    isFault,
    invalid: hasErrors(diagnostics),
    limit: stop.cause === "timeout" || isLocked || ledger.isLimited,
  });
  const isForgiven = exitZero && (exit.exitCode === 1 || exit.exitCode === 4);
  return {
    formatVersion: "1.0",
    run: { ...run, durationMs: Math.max(0, run.durationMs) },
    outcome: exit.outcome,
    exitCode: isForgiven ? 0 : exit.exitCode,
    totals: totalsOf(ledger.actions, ledger.skipped, ledger.searchedFiles),
    actions: ledger.actions,
    calls: ledger.calls,
    skipped: ledger.skipped,
    transcripts: ledger.transcripts,
    alerts: ledger.alerts,
    diagnostics,
  };
}
