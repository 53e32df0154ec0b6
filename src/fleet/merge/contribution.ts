import type { JobResult } from "../../model/fleet/fleet-job.ts";
import type { FleetRow, ListedRepository } from "../../model/fleet/fleet-round.ts";
import type { DigestOf } from "../job/job-digest.ts";

/** The fleet whose outcomes are read: its digest, and those of its jobs. */
export interface OfFleet {
  readonly fleet: string;
  readonly digestOf: DigestOf;
  /** The state or the file that is read, as it was named. */
  readonly from: string;
}

/** What a job that ran alone says of one repository. */
export interface Contribution {
  /** The state or the file that it is from, as it was named. */
  readonly from: string;
  readonly name: string;
  /** The repository as the round of the job has it; absent of a result alone. */
  readonly listed?: ListedRepository | undefined;
  readonly outcome: Pick<FleetRow, "state" | "reason" | "commit" | "pulls">;
  /** Without the text of its plan. Absent of a repository that failed before it had one. */
  readonly result?: JobResult | undefined;
  /** Reads the text of the plan, which is that of the result. */
  readonly planText: () => Promise<string | undefined>;
}

/** The contributions of a state or a file, or what is wrong with it, in sentences. */
export type ReadContributions =
  | { readonly contributions: readonly Contribution[] }
  | { readonly faults: readonly string[] };
