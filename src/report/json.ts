import { jsonText } from "../shared/json/json-text.ts";
import type { Reporter } from "./reporter.ts";

/** Makes `json`: the report as one object (DESIGN.md, "Report"). */
export function createJsonReporter(): Reporter {
  return { onReport: (report) => `${jsonText(report, 2)}\n` };
}
