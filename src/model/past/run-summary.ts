import type { RunName } from "./undo-report.ts";

/** The state of a past run. */
export type RunState =
  | "ended"
  /** The process that holds the lock is alive. */
  | "under-way"
  /** It was killed: `sluice recover` completes it or rolls it back. */
  | "cut-off"
  /** The repository itself contains it: nothing in it is trusted. */
  | "brought"
  /** It has no readable journal. */
  | "unreadable";

/** A past run, in short. */
export interface RunSummary extends RunName {
  /** Its state. */
  readonly state: RunState;
  /** The run that it takes back. */
  readonly undoes?: string;
  /** The run that took it back, and that was not taken back itself. */
  readonly undoneBy?: string;
  /** Transactions that were completed. */
  readonly transactions: number;
  /** The number of files that it wrote. */
  readonly files: number;
  /** The number of its actions that wait for the user. */
  readonly held: number;
  /** Its size on the disk, in bytes. */
  readonly bytes: number;
}

/** An action of a past run. */
export interface PastAction {
  /** The id of the pending action. */
  readonly id: string;
  /** The label of the action. */
  readonly label: string;
  /** The tool that queued it, by its own claim; absent in records of earlier versions. */
  readonly sourceToolName?: string;
  /** Its outcome; for an action that only the journal knows `applied` or `rolled-back`. */
  readonly state: string;
  /** The reason of its outcome. */
  readonly reason?: string;
  /** The id of the rule that decided. */
  readonly ruleId?: string;
  /** Its files; relative to the root, with `/`. */
  readonly files: readonly string[];
  /** True if it is held, and was queued by a custom tool: what it would write is unknown, so it cannot be applied. */
  readonly isCustom?: boolean;
  /** The run that took back what a person has applied. */
  readonly undoneBy?: string;
  /** The unified diff of an action that is held, if it was asked for. */
  readonly diff?: string;
}

/** The details that `sluice runs <run>` shows; the product of its `--format json`. */
export interface RunDetails {
  /** Keys keep their meaning while the major number stays. */
  readonly formatVersion: "1.0";
  /** The run. */
  readonly run: RunSummary;
  /** Its actions, in the order in which they ended. */
  readonly actions: readonly PastAction[];
}
