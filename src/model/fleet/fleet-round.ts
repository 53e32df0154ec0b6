import type { PullReport } from "../report/report.ts";
import type { FleetRepository } from "./fleet.ts";
import type { FleetReason, FleetState } from "./fleet-state.ts";

/** A repository of a round, as the ledger has it: its inputs stay in the fleet file. */
export interface ListedRepository
  extends Pick<FleetRepository, "name" | "source" | "ref" | "entry"> {
  /** Of its jobs, as `FleetJob` has it. */
  readonly job: string;
}

/** What became of a repository so far. */
export interface FleetRow {
  readonly repository: ListedRepository;
  readonly state: FleetState;
  readonly reason?: FleetReason | undefined;
  /** The commit that was looked at. */
  readonly commit?: string | undefined;
  /** ISO 8601, of the last change of the state. It orders nothing. */
  readonly at: string;
  /** The pull requests that were kept, by the last publication. */
  readonly pulls?: readonly PullReport[] | undefined;
}

/** A round of a fleet: each repository is looked at once. */
export interface FleetRound {
  /** From 1. */
  readonly round: number;
  /** The digest of the recipes, the policy, the inputs and the version. */
  readonly fleet: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** By the names of repositories, in the order of the fleet file. */
  readonly rows: ReadonlyMap<string, FleetRow>;
}
