import type { PullReport } from "../report/report.ts";
import type { FleetSummary } from "./fleet-job.ts";
import type { FleetReason, FleetState } from "./fleet-state.ts";

/** The counts of a plan, or of many. */
export type FleetCounts = Omit<FleetSummary, "byRule" | "byOwner">;

/** A repository in a report. */
export interface FleetReportRow {
  readonly name: string;
  readonly state: FleetState;
  readonly reason?: FleetReason | undefined;
  readonly ref?: string | undefined;
  readonly commit?: string | undefined;
  /** ISO 8601, of the last change of the state. */
  readonly at: string;
  /** Of its plan, if it has one. */
  readonly counts?: FleetCounts | undefined;
  readonly pulls: readonly PullReport[];
}

/** The sum of one rule or one owner over all repositories. */
export interface FleetShareTotal {
  readonly name: string;
  readonly repositories: number;
  readonly actions: number;
  readonly replacements: number;
  readonly files: number;
}

/** The sums of all plans; null if the counts of one are not known. */
type FleetSums = FleetCounts | { readonly [Key in keyof FleetCounts]: null };

/** The sums of all repositories. */
type FleetTotals = FleetSums & {
  readonly repositories: number;
  /** The numbers of repositories; without those that are 0. */
  readonly states: Readonly<Partial<Record<FleetState, number>>>;
  /** The numbers of pull requests; without those that are 0. */
  readonly pulls: Readonly<Partial<Record<PullReport["state"], number>>>;
};

/** A round of a fleet, as it is reported: JSON has exactly this. */
export interface FleetReport {
  readonly formatVersion: 1;
  readonly name: string;
  /** The digest of the recipes, the policy, the inputs and the version. */
  readonly fleet: string;
  readonly round: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly totals: FleetTotals;
  /** The most replacements first; null as the sums are. */
  readonly byRule: readonly FleetShareTotal[] | null;
  readonly byOwner: readonly FleetShareTotal[] | null;
  /** In the order of the fleet file. */
  readonly repositories: readonly FleetReportRow[];
}
