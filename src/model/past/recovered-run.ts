/** A file that somebody else had changed, and that was left alone. */
export interface LeftFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Words that follow the path. */
  readonly why: string;
}

/** What became of a transaction that a crash had cut off. */
export interface RecoveredAction {
  /** Of the action. */
  readonly id: string;
  /** Of the action. */
  readonly label: string;
  /** `completed`: every file was already what it was to become. */
  readonly how: "completed" | "rolled-back";
  /** Its files; relative to the root, with `/`. */
  readonly files: readonly string[];
  /** Those that somebody else had changed, and that were left alone. */
  readonly left: readonly LeftFile[];
}

/** A run that did not end, and what was done about it. */
export interface RecoveredRun {
  /** The name of its folder below `.sluice/runs`, without `.open`. */
  readonly id: string;
  /** What had been called, as its journal has it. */
  readonly command: string;
  /** Its transactions that had been cut off, the last first; empty where it died between two of them. */
  readonly actions: readonly RecoveredAction[];
  /** Why it could not be put in order; it is tried again the next time. */
  readonly failure?: string;
  /** The repository itself brings it: it was neither believed nor touched. */
  readonly isBrought?: true;
}
