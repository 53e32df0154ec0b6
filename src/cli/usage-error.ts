import type { OptionFault } from "../request/options/read-options.ts";

/** A problem with a command line, and what to do about it. */
export interface UsageProblem {
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The command line is invalid: exit code 2, nothing was run. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** At least one. */
  readonly problems: readonly UsageProblem[];

  constructor(problems: readonly UsageProblem[]) {
    super(problems.map(({ message }) => message).join("\n"));
    this.problems = problems;
  }
}

/** Returns the error of one problem. */
export function usageError(message: string, hint?: string): UsageError {
  return new UsageError([{ message, hint }]);
}

/** Returns the error of faults of options. */
export function usageErrorOf(faults: readonly OptionFault[]): UsageError {
  return new UsageError(
    faults.map(({ option, problem, hint }) => ({ message: `--${option}: ${problem}`, hint })),
  );
}
