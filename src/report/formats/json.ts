import { jsonPieces } from "../../shared/json/json-pieces.ts";
import type { Reporter } from "../reporter.ts";

/** Makes `json`: the report as one object (docs/design/report.md). */
export function createJsonReporter(): Reporter {
  return {
    *onReport(report) {
      yield* jsonPieces(report, 2);
      yield "\n";
    },
  };
}
