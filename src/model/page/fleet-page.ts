import type { FleetReport, FleetReportRow, FleetShareTotal } from "../fleet/fleet-report.ts";
import type { PullReport } from "../report/report.ts";
import type { Bounded } from "./page-part.ts";

/** The data of the page of a round of a fleet. */
export interface FleetPage
  extends Pick<FleetReport, "name" | "fleet" | "round" | "startedAt" | "totals"> {
  readonly kind: "fleet";
  readonly byRule: Bounded<FleetShareTotal>;
  readonly byOwner: Bounded<FleetShareTotal>;
  /** Those that need somebody first. */
  readonly repositories: Bounded<FleetPageRow>;
}

/** A repository of a fleet, as it is listed. */
export interface FleetPageRow
  extends Pick<FleetReportRow, "name" | "state" | "ref" | "commit" | "counts"> {
  readonly why?: string | undefined;
  readonly pulls: Bounded<FleetPagePull>;
}

/** A pull request of a repository; `url` is one that may be linked to. */
export type FleetPagePull = Pick<
  PullReport,
  "state" | "number" | "branch" | "url" | "why" | "isPlanned"
>;
