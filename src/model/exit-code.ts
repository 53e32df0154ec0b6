/** The outcome of a run. docs/design/commands.md, "Exit codes", holds the same table. */
export type Outcome =
  | "ok"
  | "failed"
  | "invalid"
  | "stale"
  | "held"
  | "limit"
  | "fault"
  | "interrupted";

/** One exit code and its meaning. */
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
    meaning: [
      "finished, and something is not in order: a tool, an apply or a check failed,",
      "an expectation was not met, an output cannot be written, or `--check` found changes",
    ].join(" "),
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

/** The findings that decide the exit code of a command. One that is left out did not happen. */
export interface ExitFindings {
  /** A promise of Sluice's own code was broken. */
  readonly isFault?: boolean | undefined;
  /** 130 or 143 if a signal ended the run. */
  readonly signalCode?: 130 | 143 | undefined;
  readonly invalid?: boolean | undefined;
  readonly stale?: boolean | undefined;
  readonly limit?: boolean | undefined;
  readonly failed?: boolean | undefined;
  readonly held?: boolean | undefined;
}

/** Returns the exit code of the signal that stops a command, SIGINT or SIGTERM; undefined if none came. */
export function signalCodeOf({ aborted, reason }: AbortSignal): 130 | 143 | undefined {
  if (!aborted) return undefined;
  return reason === 143 ? 143 : 130;
}

/** The exit code and the outcome of a command. */
export interface Exit {
  readonly exitCode: number;
  readonly outcome: Outcome;
}

/** The findings in the order in which they count (docs/design/commands.md, "Exit codes"). */
const RANKING: readonly (readonly [finding: keyof ExitFindings, exit: Exit])[] = [
  ["isFault", { exitCode: 70, outcome: "fault" }],
  ["signalCode", { exitCode: 130, outcome: "interrupted" }],
  ["invalid", { exitCode: 2, outcome: "invalid" }],
  ["stale", { exitCode: 3, outcome: "stale" }],
  ["limit", { exitCode: 5, outcome: "limit" }],
  ["failed", { exitCode: 1, outcome: "failed" }],
  ["held", { exitCode: 4, outcome: "held" }],
];

/**
 * Returns the exit of a command, by the one rule for exit codes: the first finding counts. With `exitZero`, 1 and 4
 * become 0; the outcome stays.
 */
export function exitOf(
  findings: ExitFindings,
  { exitZero = false }: { readonly exitZero?: boolean } = {},
): Exit {
  const first = RANKING.find(([finding]) => Boolean(findings[finding]));
  const { exitCode, outcome } = first?.[1] ?? { exitCode: 0, outcome: "ok" };
  if (outcome === "interrupted") return { exitCode: findings.signalCode ?? exitCode, outcome };
  return { exitCode: exitZero && isForgivable(exitCode) ? 0 : exitCode, outcome };
}

/** True for 1 and 4: the command was completed. */
function isForgivable(exitCode: number): boolean {
  return exitCode === 1 || exitCode === 4;
}

/** Returns the exit code of a command that also lost an output: a failure, which counts before `held`. */
export function withFailure(exitCode: number): number {
  return exitCode === 0 || exitCode === 4 ? 1 : exitCode;
}

/** Returns the exit of a run whose report or plan could not be written: a failure, unless something graver counts. */
export function withUnwrittenReport<Known extends Exit>(exit: Known): Known {
  const exitCode = withFailure(exit.exitCode);
  return exitCode === exit.exitCode ? exit : { ...exit, exitCode, outcome: "failed" };
}
