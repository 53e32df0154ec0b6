import picocolors from "picocolors";
import { writeOutputFiles } from "../apply/disk/write-output-file.ts";
import type { EmitEvent } from "../model/events.ts";
import type { Report } from "../model/report/report.ts";
import { collectFileReports, type FileReport } from "../report/file-reports.ts";
import { prettyDiagnostic } from "../report/pretty-diagnostic.ts";
import type { Reporter } from "../report/reporter.ts";
import { loadReporter, type ReportFormat } from "../report/reporters.ts";
import { terminalBlock } from "../report/terminal-text.ts";
import type { CliWorld } from "./cli-world.ts";
import { type ColorChoice, wantsColor } from "./color.ts";
import { createProgress } from "./progress.ts";

/** Which reports go where. */
export interface OutputOptions {
  /** Of standard output. */
  readonly format: ReportFormat;
  readonly reports: readonly FileReport[];
  readonly color: ColorChoice;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** Where the events and the report of one run go. */
export interface Outputs {
  readonly emit: EmitEvent;
  /** Writes what belongs at the end; answers whether every file could be written. */
  finish(report: Report): Promise<boolean>;
}

/** Reports on standard output and into files; diagnostics and progress on standard error. */
export async function openOutputs(
  { format, reports, color, quiet, verbose }: OutputOptions,
  surroundings: CliWorld,
): Promise<Outputs> {
  const { stdout, stderr, cwd, now } = surroundings;
  const style = { quiet, verbose, color: wantsColor(color, surroundings, stdout.isTerminal) };
  const main = (await loadReporter(format))(style);
  const files = await collectFileReports(reports, { quiet, verbose });
  const progress = createProgress(stderr, now);
  const errorColors = picocolors.createColors(wantsColor(color, surroundings, stderr.isTerminal));
  return {
    emit(event) {
      if (event.type === "diagnostic") {
        const isShown = !quiet || event.diagnostic.severity === "error";
        if (isShown) stderr.write(`${prettyDiagnostic(event.diagnostic, errorColors)}\n`);
      }
      if (event.type === "fault")
        stderr.write(`sluice: a fault of Sluice itself. Please report this:\n${event.detail}\n`);
      if (event.type === "log") {
        const isShown = verbose || event.level === "warn" || event.level === "error";
        if (isShown && !quiet) stderr.write(`${event.level}: ${terminalBlock(event.message)}\n`);
      }
      if (!quiet) progress.onEvent(event);
      const text = textFor(main, (reporter) => reporter.onEvent?.(event));
      if (text !== "") {
        progress.clear();
        stdout.write(text);
      }
      files.onEvent(event);
    },
    async finish(report) {
      progress.clear();
      stdout.write(textFor(main, (reporter) => reporter.onReport?.(report)));
      const unwritten = await writeOutputFiles(cwd, files.texts(report));
      for (const { path, reason } of unwritten)
        stderr.write(`sluice: the report ${path} cannot be written: ${reason}\n`);
      return unwritten.length === 0;
    },
  };
}

function textFor(reporter: Reporter, part: (reporter: Reporter) => string | undefined): string {
  return part(reporter) ?? "";
}
