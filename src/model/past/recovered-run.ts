/** A file that another process or the user had changed, and that was left alone. */
export interface LeftFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Words that follow the path. */
  readonly why: string;
}

/** The recovery of a transaction that a crash had interrupted. */
export interface RecoveredAction {
  /** The id of the action. */
  readonly id: string;
  /** The label of the action. */
  readonly label: string;
  /** `completed`: every file already had its new content. */
  readonly how: "completed" | "rolled-back";
  /** Its files; relative to the root, with `/`. */
  readonly files: readonly string[];
  /** Files that another process or the user had changed, and that were left alone. */
  readonly left: readonly LeftFile[];
}

/** An action that was written, and that was not proved when its run was cut off: it stands. */
export interface UnprovedAction {
  /** The id of the action. */
  readonly id: string;
  /** The label of the action. */
  readonly label: string;
  /** The names of the checks that had not proved it. */
  readonly checks: readonly string[];
  /** Its files; relative to the root, with `/`. */
  readonly files: readonly string[];
}

/** The edits that a run on what is staged had in the work tree, and not in the index; paths from the top of it. */
export interface StagedAgain {
  readonly files: readonly string[];
  /** Files of which something else is staged by now, or that were changed. */
  readonly left: readonly LeftFile[];
}

/** A run that did not end, and its recovery. */
export interface RecoveredRun {
  /** The name of its folder below `.sluice/runs`, without `.open`. */
  readonly id: string;
  /** The command that was called, as its journal has it. */
  readonly command: string;
  /** Its interrupted transactions, the last first; empty if it died between two of them. */
  readonly actions: readonly RecoveredAction[];
  /** The actions that stand without the proof of their checks, in the order of writing; absent without any. */
  readonly unproved?: readonly UnprovedAction[];
  /** The ids of the commits that it had made of its changes, and that stay; absent without any. */
  readonly commits?: readonly string[];
  /**
   * The files whose edits it had written and not staged, and that are staged now, or left alone; absent without any.
   */
  readonly staged?: StagedAgain;
  /** The reason why its recovery failed; the next recovery tries again. */
  readonly failure?: string;
  /** True if the repository itself contains it: it was neither trusted nor touched. */
  readonly isBrought?: true;
}
