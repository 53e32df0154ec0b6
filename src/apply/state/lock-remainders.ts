/** The number of looks at which the same remainder must be there: another process may be about to write it. */
const LOOKS = 10;

/** The number of looks after which a lock that changes all the time is no longer looked at. */
const MAX_LOOKS = 4 * LOOKS;

/**
 * The looks of one process at locks that are empty or cut. On a disk without hard links, and there only, a lock is
 * empty for the moment between its creation and its first byte; what stays the same for longer has no holder.
 */
export class LockRemainders {
  readonly #looks = new Map<string, { readonly stamp: string; readonly count: number }>();
  #total = 0;

  /** Counts a look at a remainder; see `FoundLock`. True if its holder is certainly gone. */
  isLeft(path: string, stamp: string): boolean {
    const before = this.#looks.get(path);
    const count = before?.stamp === stamp ? before.count + 1 : 1;
    this.#looks.set(path, { stamp, count });
    this.#total += 1;
    return count > LOOKS;
  }

  /** True if more looks are of no use. */
  get isExhausted(): boolean {
    return this.#total > MAX_LOOKS;
  }
}
