import type { Reporter } from "./reporter.ts";

/** Makes `json`: the report as one object (DESIGN.md, "Report"). */
export function createJsonReporter(): Reporter {
  return { onReport: (report) => `${JSON.stringify(report, null, 2)}\n` };
}
