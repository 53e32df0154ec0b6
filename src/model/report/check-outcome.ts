import type { CheckRunReport } from "./report.ts";

/** Returns how a run of a check ended, in words that follow its name. */
export function checkOutcome({
  outcome,
  exitCode,
  signal,
  why = "",
}: Pick<CheckRunReport, "outcome" | "exitCode" | "signal" | "why">): string {
  switch (outcome) {
    case "passed":
      return "passed";
    case "failed":
      return `failed (${signal ?? `exit code ${exitCode}`})`;
    case "timeout":
      return "failed (it did not end within its time limit)";
    case "not-started":
      return `failed (it could not be started: ${why.replace(/\.$/, "")})`;
    case "stopped":
      return "was stopped";
  }
}
