/** The severities of findings, the gravest first; ast-grep's own terms. */
export const SEVERITIES = ["error", "warning", "info", "hint"] as const;

/** The severity of a finding. */
export type Severity = (typeof SEVERITIES)[number];

/** The words of a rule for people. */
export interface RuleWords {
  readonly severity?: Severity;
  /** Its metavariables stand for code of the match. */
  readonly message?: string;
  readonly note?: string;
}

/** The most that a step may find; otherwise the run has failed. */
export interface FindExpectation {
  readonly maxFindings?: number;
  /** Not more than the same step finds at the base of the run. */
  readonly notMoreThan?: "base";
}

/** The id of the op that a step says itself: its findings have the name of the step alone. */
export const OWN_OP = "find";
