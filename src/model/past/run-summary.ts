import type { RunName } from "./undo-report.ts";

/** How far a run came. */
export type RunState =
  | "ended"
  /** A process that lives holds the lock. */
  | "under-way"
  /** It was killed: `sluice recover` puts it in order. */
  | "cut-off"
  /** The repository itself brings it: nothing it says is believed. */
  | "brought"
  /** It has no journal that can be read. */
  | "unreadable";

/** A past run, in short. */
export interface RunSummary extends RunName {
  /** How far it came. */
  readonly state: RunState;
  /** The run that it takes back. */
  readonly undoes?: string;
  /** The run that took it back, and that was not taken back itself. */
  readonly undoneBy?: string;
  /** Transactions that were done. */
  readonly transactions: number;
  /** How many files it wrote. */
  readonly files: number;
  /** How many of its actions wait for a person. */
  readonly held: number;
  /** Size on the disk. */
  readonly bytes: number;
}

/** An action of a past run. */
export interface PastAction {
  /** Of the pending action. */
  readonly id: string;
  /** What it is called. */
  readonly label: string;
  /** How it ended; one that only the journal knows is `applied` or `rolled-back`. */
  readonly state: string;
  /** Why it ended so. */
  readonly reason?: string;
  /** The rule that decided. */
  readonly ruleId?: string;
  /** Its files; relative to the root, with `/`. */
  readonly files: readonly string[];
}

/** What `sluice runs <run>` shows; the product of its `--format json`. */
export interface RunDetails {
  /** Keys keep their meaning while the major number stays. */
  readonly formatVersion: "1.0";
  /** The run. */
  readonly run: RunSummary;
  /** Its actions, in the order in which they ended. */
  readonly actions: readonly PastAction[];
}
