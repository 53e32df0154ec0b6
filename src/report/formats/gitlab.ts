import { jsonText } from "../../shared/json/json-text.ts";
import type { Finding, FindingLevel } from "../findings/finding.ts";
import type { Reporter, ReportStyle } from "../reporter.ts";
import { boundedFindings } from "./bounded-findings.ts";
import { reportedPath } from "./reported-path.ts";

/** Makes `gitlab`: the Code Quality report that merge requests of GitLab show, one issue for each finding. */
export function createGitlabReporter(style: ReportStyle): Reporter {
  return {
    *onReport(report) {
      let separator = "[\n";
      const write = (finding: Finding) => {
        const path = reportedPath(finding.path, style);
        // GitLab shows only what is about a file.
        return path === undefined ? undefined : jsonText(makeIssue(finding, path));
      };
      for (const { text } of boundedFindings(report, style, write)) {
        yield `${separator}${text}`;
        separator = ",\n";
      }
      yield separator === ",\n" ? "\n]\n" : "[]\n";
    },
  };
}

const SEVERITIES: Readonly<Record<FindingLevel, string>> = {
  error: "critical",
  warning: "major",
  note: "info",
};

/** The keys that GitLab reads, and the type that Code Climate asks for. */
function makeIssue({ message, ruleId, fingerprint, level, place }: Finding, path: string) {
  const { startLine: begin, endLine } = place ?? { startLine: 1, endLine: 1 };
  const isBefore = place?.endColumn === 1 && endLine > begin;
  return {
    type: "issue",
    description: message,
    check_name: ruleId,
    categories: ["Style"],
    fingerprint,
    severity: SEVERITIES[level],
    location: { path, lines: { begin, end: isBefore ? endLine - 1 : endLine } },
  };
}
