import type { Report } from "../../model/report/report.ts";

/** The parts of a report that a comment shows. */
export type CommentedReport = Pick<
  Report,
  | "run"
  | "outcome"
  | "exitCode"
  | "totals"
  | "actions"
  | "alerts"
  | "findings"
  | "steps"
  | "diagnostics"
  | "sources"
  | "policy"
>;

/** The bounds of one part of a comment. */
export interface PartLimit {
  /** UTF-16 code units. */
  readonly length: number;
  /** The place of what is left out, for the end of a sentence. */
  readonly elsewhere: string;
}
