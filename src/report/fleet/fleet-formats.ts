import picocolors from "picocolors";
import type { FleetReport } from "../../model/fleet/fleet-report.ts";
import type { ReportFormat } from "../../model/report/formats.ts";
import { jsonPieces } from "../../shared/json/json-pieces.ts";
import type { Pieces } from "../reporter.ts";
import { fleetHtml } from "./fleet-html.ts";
import { markdownFleet } from "./markdown-fleet.ts";
import { prettyFleet } from "./pretty-fleet.ts";

/** Turns the report of a fleet into text. */
export type FleetText = (report: FleetReport, style: { readonly color: boolean }) => Pieces;

/** The formats of fleets. */
const FORMATS: Partial<Readonly<Record<ReportFormat, FleetText>>> = {
  pretty: (report, { color }) => prettyFleet(report, picocolors.createColors(color)),
  json: jsonOf,
  markdown: markdownFleet,
  html: fleetHtml,
};

/** The names of the formats that fleets have. */
export const FLEET_FORMATS = Object.keys(FORMATS) as readonly ReportFormat[]; // Of the literal above.

/** Returns what makes the report of a fleet a text; undefined if the format has none. */
export function fleetTextOf(format: ReportFormat): FleetText | undefined {
  return FORMATS[format];
}

function* jsonOf(report: FleetReport): Generator<string, void> {
  yield* jsonPieces(report, 2);
  yield "\n";
}
