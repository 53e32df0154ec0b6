import {
  type FileReport,
  factsOfFormat,
  isReportFormat,
  REPORT_FORMATS,
  type ReportFormat,
} from "../../model/report/formats.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import type { OptionValue } from "../../shared/option-value.ts";

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

/** A report about tests in a file. */
export interface TestReport {
  readonly format: "junit";
  /** As the user wrote it: relative to the working directory, or absolute. */
  readonly path: string;
}

const FORMAT = "junit";

/** Reads `junit` or `junit=PATH`, each path once. */
export function parseTestReports(values: readonly string[]): OptionValue<readonly TestReport[]> {
  const reports: TestReport[] = [];
  for (const text of values) {
    const [name = "", ...rest] = text.split("=");
    if (name !== FORMAT) {
      const hint = `${didYouMean(name, [FORMAT])} The format is ${FORMAT}.`.trimStart();
      return { fault: `unknown format \`${name}\`.`, hint };
    }
    const path = rest.join("=") || "sluice-junit.xml";
    if (reports.some((report) => report.path === path))
      return { fault: `two reports go to ${path}.`, hint: "Name it once." };
    reports.push({ format: FORMAT, path });
  }
  return { value: reports };
}
