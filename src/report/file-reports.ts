import type { RunEvent } from "../model/events.ts";
import {
  factsOfFormat,
  isReportFormat,
  REPORT_FORMATS,
  type ReportFormat,
} from "../model/report/formats.ts";
import type { Report } from "../model/report/report.ts";
import { didYouMean } from "../shared/closest-name.ts";
import type { OptionValue } from "../shared/option-value.ts";
import { DEFAULT_VIEW } from "./overview/changes-view.ts";
import type { Pieces, ReportStyle } from "./reporter.ts";
import { loadReporter } from "./reporters.ts";

/** A report in a file. */
export interface FileReport {
  readonly format: ReportFormat;
  /** As the user wrote it: relative to the working directory, or absolute. */
  readonly path: string;
}

/** Reads the name of a report format. */
export function parseFormat(name: string): OptionValue<ReportFormat> {
  if (isReportFormat(name)) return { value: name };
  const hint = `${didYouMean(name, REPORT_FORMATS)} Formats: ${REPORT_FORMATS.join(", ")}.`;
  return { fault: `unknown format \`${name}\`.`, hint };
}

/** Reads `FORMAT` or `FORMAT=PATH`, each path once. */
export function parseFileReports(values: readonly string[]): OptionValue<readonly FileReport[]> {
  const reports: FileReport[] = [];
  for (const text of values) {
    const [name = "", ...rest] = text.split("=");
    const format = parseFormat(name);
    if (!("value" in format)) return format;
    const path = rest.join("=") || factsOfFormat(format.value).path;
    if (reports.some((report) => report.path === path))
      return {
        fault: `two reports go to ${path}.`,
        hint: "Use another path for each: FORMAT=PATH.",
      };
    reports.push({ format: format.value, path });
  }
  return { value: reports };
}

/** Reports that are collected during a run, to be written at its end. */
export interface CollectedReports {
  onEvent(event: RunEvent): void;
  /** Returns the whole text of each, to be read once. `isCode` if no character of it may be escaped. */
  texts(
    report: Report,
  ): readonly { readonly path: string; readonly text: Pieces; readonly isCode: boolean }[];
}

/** Collects reports for files: never in color. */
export async function collectFileReports(
  reports: readonly FileReport[],
  style: Omit<ReportStyle, "color">,
): Promise<CollectedReports> {
  const files = await Promise.all(
    reports.map(async ({ format, path }) => {
      // A file has room for all of it.
      const view = { ...(style.view ?? DEFAULT_VIEW), isFull: true, isStat: false };
      const whole = { ...style, reports, view, color: false, quiet: false };
      const reporter = (await loadReporter(format))(whole);
      return {
        path,
        reporter,
        isCode: factsOfFormat(format).isCode === true,
        pieces: [] as Pieces[],
      };
    }),
  );
  return {
    onEvent(event) {
      for (const { reporter, pieces } of files) pieces.push(reporter.onEvent?.(event) ?? []);
    },
    texts: (report) =>
      files.map(({ path, reporter, isCode, pieces }) => ({
        path,
        isCode,
        text: joined([...pieces, reporter.onReport?.(report) ?? []]),
      })),
  };
}

function* joined(texts: readonly Pieces[]): Generator<string, void> {
  for (const pieces of texts) yield* pieces;
}
