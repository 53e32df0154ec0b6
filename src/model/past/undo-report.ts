import type { Alert } from "../alert.ts";
import type { Outcome } from "../exit-code.ts";

/** What undoing does to a file. */
export type UndoneFile = {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /**
   * `put-back`: it has its text from before again; `removed`: the run had made it; `brought-back`: it was gone;
   * `merged`: what others changed since stays.
   */
  readonly how: "put-back" | "removed" | "brought-back" | "merged";
  /** What others made of it since was replaced. */
  readonly isForced?: true;
};

/** Why a file cannot be taken back. */
export type RefusalCode =
  /** It is no longer what the run left. */
  | "changed"
  /** Others changed the same lines, or a text stands against no file. */
  | "conflict"
  /** What stands there is no text, so that it could not be kept. */
  | "not-text"
  /** A link, a folder, or something else stands there. */
  | "elsewhere"
  /** It cannot be read or written. */
  | "unreadable"
  /** The journal no longer has its text, or it could not be merged. */
  | "failed";

/** A file that stands in the way of taking a run back. */
export interface RefusedFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** The kind of reason. */
  readonly code: RefusalCode;
  /** Words that follow the path. */
  readonly why: string;
}

/** A run, in short. */
export interface RunName {
  /** The name of its folder below `.sluice/runs`. */
  readonly id: string;
  /** What had been called. */
  readonly command: string;
  /** When it was called; ISO 8601. */
  readonly startedAt: string;
  /** The names of its recipes. */
  readonly recipes: readonly string[];
}

/** What `sluice undo` did, or would do; the product of its `--format json`. */
export interface UndoReport {
  /** Keys keep their meaning while the major number stays. */
  readonly formatVersion: "1.0";
  /** How it ended; `stale` where a file stands in the way. */
  readonly outcome: Outcome;
  /** The exit code that belongs to the outcome. */
  readonly exitCode: number;
  /** Nothing was to be written. */
  readonly isDryRun: boolean;
  /** The run that is taken back; absent where there is none. */
  readonly run?: RunName;
  /** The run that has taken it back: undoing that one is the redo. Absent where nothing was written. */
  readonly undoneBy?: string;
  /** Files that were taken back, or would be. */
  readonly files: readonly UndoneFile[];
  /** Files that are as they were before, so that nothing is to be done for them. */
  readonly alreadyBefore: readonly string[];
  /** Files that stand in the way; nothing was written then. */
  readonly refused: readonly RefusedFile[];
  /** Files that have changed since, and of which only the merge will tell whether it is without conflict. */
  readonly toMerge: readonly string[];
  /** What else has to be known. */
  readonly alerts: readonly Alert[];
  /** Why nothing was done, where it is not the files. */
  readonly message?: string;
  /** What to do about it. */
  readonly hint?: string;
}
