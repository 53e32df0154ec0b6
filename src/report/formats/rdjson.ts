import { jsonText } from "../../shared/json/json-text.ts";
import { findingsOf } from "../findings/findings-of.ts";
import type { Reporter, ReportStyle } from "../reporter.ts";
import { RD_SOURCE, rdDiagnostics } from "./rd-diagnostic.ts";

/** Makes `rdjson`: one object of the Reviewdog Diagnostic Format, with a diagnostic for each finding and each of its fixes. */
export function createRdjsonReporter(style: ReportStyle): Reporter {
  return {
    *onReport(report) {
      yield `{"source":${jsonText(RD_SOURCE)},"diagnostics":[`;
      let separator = "\n";
      for (const finding of findingsOf(report))
        for (const diagnostic of rdDiagnostics(finding, style)) {
          yield `${separator}${jsonText(diagnostic)}`;
          separator = ",\n";
        }
      yield "\n]}\n";
    },
  };
}
