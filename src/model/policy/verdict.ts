/** The decision on a pending action. `hold` leaves it for the user. */
export type Verdict = "apply" | "discard" | "hold";

/** A verdict and its reason, a sentence that is never blank (R23). */
export interface Decided {
  readonly verdict: Verdict;
  readonly reason: string;
}
