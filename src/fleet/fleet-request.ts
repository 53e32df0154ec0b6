import type { Diagnostic } from "../model/diagnostic.ts";
import type { Exit } from "../model/exit-code.ts";
import type { JobResult } from "../model/fleet/fleet-job.ts";
import type { FleetRound, FleetRow } from "../model/fleet/fleet-round.ts";
import type { TrustMode } from "../model/trust.ts";

/** What a caller wants of a fleet. Paths are relative to the working directory, or absolute. */
export interface FleetRequest {
  /** The fleet file. */
  readonly file: string;
  readonly trust: TrustMode | undefined;
  /** The state folder. Default: `.sluice/fleet/NAME` beside the fleet file. */
  readonly state: string | undefined;
  /** Goes on with the last round: final states stay. */
  readonly resume: boolean;
  /** Works on the repositories of the last round that failed, and on no others. */
  readonly failedOnly: boolean;
  /** Works on these repositories alone. Empty: on all. */
  readonly only: readonly string[];
  /** The most jobs at a time. */
  readonly concurrency: number;
  /** The server of a queue, whose workers do the jobs. */
  readonly queue: string | undefined;
  readonly maxFailed: number;
  /** The longest job; milliseconds. */
  readonly repositoryTime: number;
  /** The largest mirror; bytes. */
  readonly maxSize: number;
  /** The folder of mirrors. Default: one in the cache folder of the user. */
  readonly mirrors: string | undefined;
  /** The most pull requests that are opened in an hour. */
  readonly publishRate: number;
  /** Publishes nothing: forges are read, and nothing is written there. */
  readonly isDryRun: boolean;
  /** Folders of packages of languages and recipes. */
  readonly packages: readonly string[];
  /** The longest wait for another process; milliseconds. */
  readonly lockTimeout: number;
}

/** Hears of a round. */
export interface FleetListener {
  /** The round has begun, and works on so many of its repositories. */
  readonly onBegin: (round: { readonly all: number; readonly todo: number }) => void;
  /** A repository has a new state: with the result of its job, or by its pull requests. */
  readonly onRow: (row: FleetRow, result: JobResult | undefined) => void;
  /** A warning, as a sentence. */
  readonly onWarning: (message: string) => void;
}

/** The outcome of `sluice fleet run`. */
export interface FleetOutcome extends Exit {
  /** The round as it is on the disk. Absent if none was opened. */
  readonly round?: FleetRound;
  /** The state folder of the round, with its results. */
  readonly folder?: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Why the round did not come to its end, as sentences. */
  readonly why: readonly string[];
}
