import type { Finding, FindingLevel } from "../findings/finding.ts";
import type { Reporter, ReportStyle } from "../reporter.ts";
import { boundedFindings } from "./bounded-findings.ts";
import { reportedPath } from "./reported-path.ts";
import { xmlAttributes } from "./xml-text.ts";

/** Makes `checkstyle`: XML of Checkstyle, with an element for each finding in the element of its file. */
export function createCheckstyleReporter(style: ReportStyle): Reporter {
  return {
    *onReport(report) {
      yield '<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="4.3">\n';
      let last: string | undefined;
      for (const { finding, text } of boundedFindings(report, style, errorOf)) {
        const name = reportedPath(finding.path, style) ?? ".";
        if (name !== last) {
          if (last !== undefined) yield "  </file>\n";
          yield `  <file${xmlAttributes({ name })}>\n`;
          last = name;
        }
        yield text;
      }
      yield last === undefined ? "</checkstyle>\n" : "  </file>\n</checkstyle>\n";
    },
  };
}

const SEVERITIES: Readonly<Record<FindingLevel, string>> = {
  error: "error",
  warning: "warning",
  note: "info",
};

function errorOf({ place, level, message, ruleId }: Finding): string {
  const attributes = xmlAttributes({
    line: place?.startLine ?? 1,
    column: place?.startColumn,
    severity: SEVERITIES[level],
    message,
    source: `sluice.${ruleId}`,
  });
  return `    <error${attributes}/>\n`;
}
