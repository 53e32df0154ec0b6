import {
  boundDiagnostics,
  type Diagnostic,
  hasErrors,
  MOST_DIAGNOSTICS,
} from "../../model/diagnostic.ts";
import { type ExitFindings, exitOf } from "../../model/exit-code.ts";
import type { Report } from "../../model/report/report.ts";
import { totalsOf } from "../../model/report/totals.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { touchedFiles } from "../../shared/diff/touched-files.ts";
import type { RunLedger } from "./run-ledger.ts";
import type { RunStop } from "./run-stop.ts";

/** The parts of a report that its ledger does not have. */
export interface ReportFrame {
  readonly run: Report["run"];
  readonly diagnostics: readonly Diagnostic[];
  readonly configuration: Pick<Report, "ci" | "trust" | "policy" | "sources">;
  /** The selection of files of the run. Default: all files. */
  readonly selection?: Report["selection"];
  readonly stop: RunStop;
  readonly check: boolean;
  readonly exitZero: boolean;
  /** Findings that the ledger does not have, or that take the place of its own. */
  readonly findings?: ExitFindings | undefined;
  /** The files of a plan: a plan has only the number of the files that were searched. Default: those of the ledger. */
  readonly searched?: SearchedFiles | undefined;
}

/** The files of a plan that was applied. */
export interface SearchedFiles {
  readonly skipped: Report["skipped"];
  readonly filesSearched: number;
  /** The configuration by which the plan was judged. */
  readonly configuration?: Pick<Report, "ci" | "trust" | "policy" | "sources"> | undefined;
}

/** Returns the report of a run at this moment. */
export function reportOf(ledger: RunLedger, frame: ReportFrame): Report {
  const { run, diagnostics, configuration, stop, check, exitZero, findings, searched, selection } =
    frame;
  const isDry = isDryRun(run.command);
  const exit = exitOf(
    {
      ...ledger.findings({ check, isDryRun: isDry }),
      signalCode: stop.signalCode,
      invalid: hasErrors(diagnostics),
      limit: stop.cause === "timeout" || ledger.isLimited,
      ...findings,
    },
    { exitZero },
  );
  return {
    formatVersion: "1.0",
    run: {
      ...run,
      durationMs: Math.max(0, Math.round(run.durationMs)),
      ...(ledger.checks.length === 0 ? {} : { checkDurationsMs: ledger.checkDurations }),
    },
    outcome: exit.outcome,
    exitCode: exit.exitCode,
    totals: totalsIn(ledger, searched),
    actions: [...ledger.actions],
    files: touchedFiles(ledger.actions),
    ...(ledger.told.findings.length === 0 ? {} : { findings: ledger.told.findings }),
    calls: ledger.calls,
    steps: ledger.steps,
    ...(ledger.checks.length === 0 ? {} : { checks: ledger.checks }),
    skipped: searched?.skipped ?? ledger.skipped,
    transcripts: ledger.transcripts,
    alerts: ledger.alerts,
    diagnostics: [...boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.listed)],
    ...definedOnly({ ci: configuration.ci, selection }),
    trust: configuration.trust,
    policy: configuration.policy,
    sources: configuration.sources,
    ...definedOnly({ commits: ledger.commits, pulls: ledger.pulls, decisions: ledger.decisions }),
    ...(ledger.why.length === 0 ? {} : { why: ledger.why }),
  };
}

function totalsIn(ledger: RunLedger, searched: SearchedFiles | undefined): Report["totals"] {
  if (searched === undefined) return totalsOf(ledger.actions, ledger.skipped, ledger.searchedFiles);
  const { skipped, filesSearched } = searched;
  const filesSkipped = new Set(skipped.map(({ path }) => path)).size;
  return { ...totalsOf(ledger.actions, [], new Set()), filesSearched, filesSkipped };
}
