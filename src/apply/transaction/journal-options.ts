import type { WriteProgress } from "../../model/events.ts";

/** Circumstances of a journal. */
export interface JournalOptions {
  /** The largest size of the journal; bytes. */
  readonly limit?: number;
  /** Returns true while the run holds the lock. */
  readonly isLocked?: () => boolean;
  /** Hears the progress of a transaction of many files. Must not throw: the transaction would be rolled back. */
  readonly onProgress?: (progress: WriteProgress) => void;
}
