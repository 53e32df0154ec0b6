import { MAX_JOURNAL } from "../state/read-run.ts";

/** Smaller than the largest journal that is read (`MAX_JOURNAL`), so that the outcome of the last transaction fits. */
export const WRITTEN_LIMIT = MAX_JOURNAL - 64 * 1024 * 1024;

/** Circumstances of a journal. */
export interface JournalOptions {
  /** The largest size of the journal; bytes. */
  readonly limit?: number;
  /** Returns true while the run holds the lock. */
  readonly isLocked?: () => boolean;
  /** Called with the number of files of a transaction that are on the disk. */
  readonly onWritten?: (done: number, total: number) => void;
}
