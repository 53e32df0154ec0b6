import type { Alert } from "../alert.ts";
import type { Outcome } from "../exit-code.ts";

/** The effect of the undo on a file. */
export type UndoneFile = {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /**
   * `put-back`: it has its earlier text again; `removed`: the run had created it; `brought-back`: it was missing;
   * `merged`: later changes of others stay.
   */
  readonly how: "put-back" | "removed" | "brought-back" | "merged";
  /** True if later changes of others were replaced. */
  readonly isForced?: true;
};

/** The reasons why a file cannot be taken back. */
export type RefusalCode =
  /** It differs from what the run wrote. */
  | "changed"
  /** Others changed the same lines, or one side has a text and the other no file. */
  | "conflict"
  /** Its content is not text, so that it could not be kept. */
  | "not-text"
  /** A link, a folder, or something else is in its place. */
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
  /** The command that was called. */
  readonly command: string;
  /** The time of the call; ISO 8601. */
  readonly startedAt: string;
  /** The names of its recipes. */
  readonly recipes: readonly string[];
}

/** The changes that `sluice undo` made, or would make; the product of its `--format json`. */
export interface UndoReport {
  /** Keys keep their meaning while the major number stays. */
  readonly formatVersion: "1.0";
  /** The outcome of the command; `stale` if a file stands in the way. */
  readonly outcome: Outcome;
  /** The exit code that belongs to the outcome. */
  readonly exitCode: number;
  /** True if nothing was to be written. */
  readonly isDryRun: boolean;
  /** The run that is taken back; absent without one. */
  readonly run?: RunName;
  /** The run that has taken it back: undoing that one is the redo. Absent if nothing was written. */
  readonly undoneBy?: string;
  /** Files that were taken back, or would be. */
  readonly files: readonly UndoneFile[];
  /** Files that are as they were before, so that nothing has to be done for them. */
  readonly alreadyBefore: readonly string[];
  /** Files that are, or would be, as before in git's index, too, by their paths from its top; only if there are any. */
  readonly unstaged?: readonly string[];
  /** Files that stand in the way; then nothing was written. */
  readonly refused: readonly RefusedFile[];
  /** Files that have changed since: only the merge will show if they have conflicts. */
  readonly toMerge: readonly string[];
  /** Warnings for the user. */
  readonly alerts: readonly Alert[];
  /** The reason why nothing was done, if it is not the files. */
  readonly message?: string;
  /** Advice to the user. */
  readonly hint?: string;
}
