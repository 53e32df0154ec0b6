import { resolve } from "node:path";
import picocolors from "picocolors";
import { writeOutputFile } from "../apply/write-output-file.ts";
import type { EmitEvent } from "../model/events.ts";
import type { Report } from "../model/report.ts";
import { prettyDiagnostic } from "../report/pretty-diagnostic.ts";
import type { Reporter } from "../report/reporter.ts";
import { loadReporter, type ReportFormat } from "../report/reporters.ts";
import { type ColorChoice, wantsColor } from "./color.ts";
import type { FileReport } from "./parse-reports.ts";
import { createProgress } from "./progress.ts";
import type { CliSurroundings } from "./surroundings.ts";

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
  surroundings: CliSurroundings,
): Promise<Outputs> {
  const { stdout, stderr, cwd, now } = surroundings;
  const style = { quiet, verbose, color: wantsColor(color, surroundings, stdout.isTerminal) };
  const main = (await loadReporter(format))(style);
  const files = await Promise.all(
    reports.map(async ({ format: name, path }) => {
      const reporter = (await loadReporter(name))({ quiet, verbose, color: false });
      return { path, reporter, text: "" };
    }),
  );
  const progress = createProgress(stderr, now);
  const errorColors = picocolors.createColors(wantsColor(color, surroundings, stderr.isTerminal));
  return {
    emit(event) {
      if (event.type === "diagnostic") {
        const isShown = !quiet || event.diagnostic.severity === "error";
        if (isShown) stderr.write(`${prettyDiagnostic(event.diagnostic, errorColors)}\n`);
      }
      if (!quiet) progress.onEvent(event);
      const text = textFor(main, (reporter) => reporter.onEvent?.(event));
      if (text !== "") {
        progress.clear();
        stdout.write(text);
      }
      for (const file of files)
        file.text += textFor(file.reporter, (reporter) => reporter.onEvent?.(event));
    },
    async finish(report) {
      progress.clear();
      stdout.write(textFor(main, (reporter) => reporter.onReport?.(report)));
      let isWritten = true;
      for (const file of files) {
        const text = file.text + textFor(file.reporter, (reporter) => reporter.onReport?.(report));
        try {
          await writeOutputFile(resolve(cwd, file.path), text);
        } catch (error) {
          isWritten = false;
          const reason = error instanceof Error ? error.message : String(error);
          stderr.write(`sluice: the report ${file.path} cannot be written: ${reason}\n`);
        }
      }
      return isWritten;
    },
  };
}

function textFor(reporter: Reporter, part: (reporter: Reporter) => string | undefined): string {
  return part(reporter) ?? "";
}
