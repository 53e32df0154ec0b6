/** The decision on a pending action. `hold` leaves it for the user. */
export type Verdict = "apply" | "discard" | "hold";

/** The verdicts as a policy writes them: `warn` applies the action, and it is told first. */
export const WRITTEN_VERDICTS = ["apply", "warn", "discard", "hold"] as const;

export type WrittenVerdict = (typeof WRITTEN_VERDICTS)[number];

/** A verdict, and if it is told as a warning. */
export interface WarnedVerdict {
  readonly verdict: Verdict;
  /** Only beside `apply`. */
  readonly warned?: true | undefined;
}

/** A verdict and its reason, a sentence that is never blank (R23). */
export interface Decided extends WarnedVerdict {
  readonly reason: string;
}

/** Returns a verdict as it counts. */
export function verdictOf(written: WrittenVerdict): WarnedVerdict {
  return written === "warn" ? { verdict: "apply", warned: true } : { verdict: written };
}

/** Returns a verdict as reports have it: of what is not applied nothing warns. */
export function reportedVerdict({ verdict, warned }: WarnedVerdict): {
  readonly verdict: Verdict;
  readonly warned?: true;
} {
  return verdict === "apply" && warned === true ? { verdict, warned } : { verdict };
}

/** Returns a verdict as a policy writes it. */
export function writtenVerdict({ verdict, warned }: WarnedVerdict): WrittenVerdict {
  return verdict === "apply" && warned === true ? "warn" : verdict;
}
