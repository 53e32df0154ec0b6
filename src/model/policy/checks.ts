/** The time at which a check runs: after each action, after the actions of each rule, or once. */
export const CHECK_TIMES = ["action", "rule", "run"] as const;
export type CheckTime = (typeof CHECK_TIMES)[number];

/** A command that must succeed on the result. */
export interface PolicyCheck {
  /** Unique in the policy. */
  readonly name: string;
  /** The program and its arguments; with a shell, one text for it. */
  readonly run: readonly string[];
  readonly shell: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  /** A folder below the root; empty for the root itself. */
  readonly cwd: string;
  /** Variables that it gets, besides those that no secret is in, such as `PATH`. */
  readonly env: readonly string[];
  readonly after: CheckTime;
  /** The exit codes that are in order. Undefined: 0; what a check with a measure says without them, its kind tells. */
  readonly ok?: readonly number[];
  /** Absent for a check that its exit code decides. */
  readonly measure?: CheckMeasure;
}

/** The numbers that a check compares: those before the actions that it is about are written, and those afterwards. */
export type CheckMeasure =
  /** The lines of its output that contain a text. */
  | { readonly kind: "lines"; readonly text: string }
  /** The findings of a scanner, as SARIF. */
  | {
      readonly kind: "findings";
      /** A file that it writes, relative to its folder; `-`: its standard output. */
      readonly from: string;
      /** Globs of rules: of each a finding has to be gone. */
      readonly removed: readonly string[];
    };

/** The fate of actions whose checks fail. */
export const CHECK_FAILURES = ["discard", "bisect", "fail"] as const;
export type OnCheckFailure = (typeof CHECK_FAILURES)[number];

/** The most runs of checks in one run of Sluice, if the policy names no number. */
export const DEFAULT_CHECK_RUNS = 50;
