import { jsonText } from "../../shared/json/json-text.ts";
import type { Finding } from "../findings/finding.ts";
import type { Reporter, ReportStyle } from "../reporter.ts";
import { boundedFindings } from "./bounded-findings.ts";
import { RD_SOURCE, rdDiagnostics } from "./rd-diagnostic.ts";

/**
 * Makes `rdjson`: one object of the Reviewdog Diagnostic Format, with a diagnostic for each finding and each of its
 * fixes.
 */
export function createRdjsonReporter(style: ReportStyle): Reporter {
  return {
    *onReport(report) {
      yield `{"source":${jsonText(RD_SOURCE)},"diagnostics":[`;
      let separator = "\n";
      const write = (finding: Finding) =>
        rdDiagnostics(finding, style)
          .map((diagnostic) => jsonText(diagnostic))
          .join(",\n");
      for (const { text } of boundedFindings(report, style, write)) {
        yield `${separator}${text}`;
        separator = ",\n";
      }
      yield "\n]}\n";
    },
  };
}
