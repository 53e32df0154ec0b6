/** The decision on a pending action. `hold` leaves it for the user. */
export type Verdict = "apply" | "discard" | "hold";
