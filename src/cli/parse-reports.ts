import { isReportFormat, REPORT_FORMATS, type ReportFormat } from "../report/reporters.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { UsageError } from "./usage-error.ts";

/** A report that goes into a file. */
export interface FileReport {
  readonly format: ReportFormat;
  /** As typed: relative to the working directory, or absolute. */
  readonly path: string;
}

/** File names where `--report` names none. */
const DEFAULT_PATHS: Readonly<Record<ReportFormat, string>> = {
  pretty: "sluice-report.txt",
  json: "sluice-report.json",
  jsonl: "sluice-report.jsonl",
};

/** `FORMAT` or `FORMAT=PATH`, each path once. */
export function parseReports(values: readonly string[]): readonly FileReport[] {
  const reports = values.map((value): FileReport => {
    const [name = "", ...rest] = value.split("=");
    const format = parseFormat(name, "report");
    const path = rest.join("=");
    return { format, path: path === "" ? DEFAULT_PATHS[format] : path };
  });
  const paths = reports.map(({ path }) => path);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new UsageError(`--report: two reports go to ${twice}.`);
  return reports;
}

/** The name of a report format. Throws a `UsageError` that names the option. */
export function parseFormat(name: string, option: string): ReportFormat {
  if (isReportFormat(name)) return name;
  throw new UsageError(
    `--${option}: there is no format \`${name}\`.`,
    `${didYouMean(name, REPORT_FORMATS)} Formats: ${REPORT_FORMATS.join(", ")}.`,
  );
}
