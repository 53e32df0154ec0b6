import type { Report } from "../../src/model/report/report.ts";
import { totalsOf } from "../../src/model/report/totals.ts";
import type { CreateReporter } from "../../src/report/reporter.ts";
import { actionOf } from "../action/builders.ts";

/** The text that a reporter makes of a report. */
export function shownBy(create: CreateReporter, report: Report): string {
  const reporter = create({ color: false, verbose: false, quiet: false });
  return [...(reporter.onReport?.(report) ?? [])].join("");
}

/** A report of a run; `over` replaces what a test is about. */
export function reportOf(over: Partial<Report> = {}): Report {
  const actions = over.actions ?? [actionOf()];
  return {
    formatVersion: "1.0",
    run: { id: "run-1", command: "run", startedAt: "2026-01-01T00:00:00.000Z", durationMs: 1 },
    outcome: "ok",
    exitCode: 0,
    totals: totalsOf(actions, [], new Set()),
    actions,
    files: [],
    calls: [],
    steps: [],
    skipped: [],
    transcripts: [],
    alerts: [],
    diagnostics: [],
    trust: null,
    policy: null,
    sources: [],
    ...over,
  };
}

/** Text that no reader of a format may obey: controls, escapes, commands of runners, half of a pair, markup. */
export const HOSTILE =
  '\x1b[2J\x00\x07\u202e\ud800\ufffe::set-output name=x::y\r\n##[group]<b a="x">&amp;]]>`|@name\u2028=1+1,"';

/** A region of one line. */
export function regionOf(line: number, from: number, to: number) {
  return { startLine: line, startColumn: from, endLine: line, endColumn: to };
}
