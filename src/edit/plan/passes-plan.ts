import type { FilePlan, Replacement } from "../../model/edit.ts";

/** The reason why no further pass was taken. */
export type PassesOutcome =
  /** No work is left. */
  | "done"
  /** The most passes that the caller allows were taken. */
  | "limit"
  /** One more pass would give a text that was there before: it was not taken. */
  | "cycle"
  /** The last pass left syntax errors. Its text is the result, so that `parseErrorsAfter` reports them. */
  | "syntax-errors";

/** The edits that several passes would make of one text. */
export interface PassesPlan {
  /** The plan of all passes together: its places count in the text before the first one. */
  readonly plan: FilePlan;
  /** The changes that one more pass would make in the resulting text. Undefined if it was not searched. */
  readonly left?: readonly Replacement[] | undefined;
  readonly outcome: PassesOutcome;
  /** The number of passes in the plan; 0 if it edits nothing. */
  readonly passes: number;
}
