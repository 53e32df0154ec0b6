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
}

/** The fate of actions whose checks fail. */
export const CHECK_FAILURES = ["discard", "bisect", "fail"] as const;
export type OnCheckFailure = (typeof CHECK_FAILURES)[number];

/** The most runs of checks in one run of Sluice, if the policy names no number. */
export const DEFAULT_CHECK_RUNS = 50;
