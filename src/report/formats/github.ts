import type { Report } from "../../model/report/report.ts";
import { shownAlerts } from "../../shared/lists/grouped-alerts.ts";
import { type Annotation, limitedAnnotations } from "../annotations/limited-annotations.ts";
import type { Finding, FindingPlace } from "../findings/finding.ts";
import { findingsByUrgency } from "../findings/findings-of.ts";
import type { Reporter, ReportStyle } from "../reporter.ts";
import { terminalLine } from "../terminal-text.ts";
import { reportedPath } from "./reported-path.ts";
import { restWords } from "./rest-words.ts";

/**
 * Makes `github`: annotations for the log of a job of GitHub Actions, the most urgent first, then those of the pull
 * request. Of each level at most nine, and how many more there are: the runner keeps ten.
 */
export function createGithubReporter(style: ReportStyle): Reporter {
  return {
    onReport: (report) =>
      limitedAnnotations(annotationsOf(report, style), restWords(report, style)),
  };
}

function* annotationsOf(report: Report, style: ReportStyle): Generator<Annotation, void> {
  const shown = { ...report, alerts: shownAlerts(report.alerts) };
  for (const finding of findingsByUrgency(shown, style.pullFiles))
    yield annotationOf(finding, style);
}

/** Returns a finding as the runner shows it; without a place if its file is outside of the checkout. */
function annotationOf(
  { level, title, path, place, message }: Finding,
  style: ReportStyle,
): Annotation {
  const file = reportedPath(path, style);
  return {
    level: level === "note" ? "notice" : level,
    place: {
      file: file && terminalLine(file),
      ...(file === undefined || place === undefined ? {} : linesOf(place)),
      title,
    },
    message,
  };
}

function linesOf({ startLine, startColumn, endLine, endColumn }: FindingPlace) {
  // A replacement that ends before the first character of a line does not touch that line.
  const last = endColumn === 1 && endLine > startLine ? endLine - 1 : endLine;
  const lines = { line: startLine, endLine: last };
  return last === startLine && endLine === startLine
    ? { ...lines, col: startColumn, endColumn }
    : lines;
}
