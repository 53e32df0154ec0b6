/** Which run to take back, and how. */
export interface UndoRequest {
  /** Absolute. */
  readonly root: string;
  /** An id, or the beginning of one. Default: the last run that wrote, also where that was an undo. */
  readonly run?: string;
  /**
   * What becomes of files that are no longer what the run left: nothing is written (`refuse`), they are put back all
   * the same (`force`), or what others changed stays where that is without conflict (`merge`).
   */
  readonly onChanged: "refuse" | "force" | "merge";
  /** Only tell what would be done. */
  readonly isDryRun: boolean;
  /** How long another run is waited for; milliseconds. */
  readonly lockTimeout: number;
}
