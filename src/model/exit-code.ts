/** How a run ended. DESIGN.md, "Exit codes", holds the same table for people. */
export type Outcome =
  | "ok"
  | "failed"
  | "invalid"
  | "stale"
  | "held"
  | "limit"
  | "fault"
  | "interrupted";

/** One exit code and what it means. */
export interface ExitCodeMeaning {
  readonly code: number;
  readonly outcome: Outcome;
  readonly meaning: string;
}

/** Every exit code. The README's table is tested against this one. */
export const EXIT_CODES: readonly ExitCodeMeaning[] = [
  {
    code: 0,
    outcome: "ok",
    meaning: "done: every pending action was applied or discarded, or there was nothing to do",
  },
  {
    code: 1,
    outcome: "failed",
    meaning:
      "finished, and something is not in order: a tool, an apply or a check failed, an expectation was not met, or `--check` found changes",
  },
  {
    code: 2,
    outcome: "invalid",
    meaning: "invalid input: arguments, recipe, policy, inputs or plan. Nothing was run",
  },
  {
    code: 3,
    outcome: "stale",
    meaning: "stale: the tree is not the one that was previewed. Nothing stale was written",
  },
  { code: 4, outcome: "held", meaning: "held: at least one action waits for a person" },
  { code: 5, outcome: "limit", meaning: "a limit ended the run" },
  { code: 70, outcome: "fault", meaning: "a fault of Sluice itself, with what to report" },
  { code: 130, outcome: "interrupted", meaning: "interrupted (SIGINT); the tree is whole" },
  { code: 143, outcome: "interrupted", meaning: "terminated (SIGTERM); the tree is whole" },
];

/** What a run found that has a say in its exit code. */
export interface RunFindings {
  /** A promise of Sluice's own code was broken. */
  readonly isFault?: boolean;
  /** 130 or 143 where a signal ended the run. */
  readonly signalCode?: 130 | 143;
  readonly invalid: boolean;
  readonly stale: boolean;
  readonly limit: boolean;
  readonly failed: boolean;
  readonly held: boolean;
}

/**
 * The exit code and outcome of a run. Where several hold, the first of 70, 130/143, 2, 3, 5, 1, 4, 0
 * counts.
 */
export function exitOf(findings: RunFindings): { exitCode: number; outcome: Outcome } {
  if (findings.isFault === true) return { exitCode: 70, outcome: "fault" };
  if (findings.signalCode !== undefined)
    return { exitCode: findings.signalCode, outcome: "interrupted" };
  if (findings.invalid) return { exitCode: 2, outcome: "invalid" };
  if (findings.stale) return { exitCode: 3, outcome: "stale" };
  if (findings.limit) return { exitCode: 5, outcome: "limit" };
  if (findings.failed) return { exitCode: 1, outcome: "failed" };
  if (findings.held) return { exitCode: 4, outcome: "held" };
  return { exitCode: 0, outcome: "ok" };
}

/** How a run ended of which a report could not be written: a failure, which counts before `held`. */
export function withUnwrittenReport<Exit extends { exitCode: number; outcome: Outcome }>(
  exit: Exit,
): Exit {
  const isBetter = exit.exitCode === 0 || exit.exitCode === 4;
  return isBetter ? { ...exit, exitCode: 1, outcome: "failed" } : exit;
}
