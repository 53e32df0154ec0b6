/** The result of an earlier step, as the conditions of later steps see it. */
export interface StepResult {
  readonly outcome: "done" | "failed" | "skipped";
  /** The output of a prompt with `response`, or what a `find` has found; missing if the step has none. */
  readonly output?: unknown;
  /** The number of its actions that were applied, or would be. */
  readonly applied: number;
  readonly discarded: number;
  readonly held: number;
}

/** The fields of a {@link StepResult}. */
export const RESULT_FIELDS: readonly string[] = [
  "outcome",
  "output",
  "applied",
  "discarded",
  "held",
];
