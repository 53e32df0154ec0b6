import type { FindingReport, FoundSum } from "../report/report.ts";

/** The findings of one step, for its expectations and for later steps. */
export interface StepFound {
  readonly sum: FoundSum;
  /** Sorted. */
  readonly paths: readonly string[];
  /** The expectations of the step that are not met, one sentence each. */
  readonly unmet: readonly string[];
  /** For conditions and texts of later steps; its lists are bounded. */
  readonly output: unknown;
}

/** The same with the findings themselves. */
export interface StepFindings extends StepFound {
  readonly findings: readonly FindingReport[];
}
