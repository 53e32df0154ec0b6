import type { CheckRunReport } from "./report.ts";

type Told = "outcome" | "exitCode" | "signal" | "why" | "counted";

/** Returns how a run of a check ended, in words that follow its name. */
export function checkOutcome({
  outcome,
  exitCode,
  signal,
  why,
  counted,
}: Pick<CheckRunReport, Told>): string {
  switch (outcome) {
    case "passed":
      return counted === undefined ? "passed" : numbers(counted);
    case "failed":
      return `failed (${why ?? signal ?? `exit code ${exitCode}`})`;
    case "timeout":
      return "failed (it did not end within its time limit)";
    case "not-started":
      return `failed (it could not be started: ${why?.replace(/\.$/, "")})`;
    case "stopped":
      return "was stopped";
  }
}

function numbers({ of, before, after }: NonNullable<CheckRunReport["counted"]>): string {
  const words = (count: number) => `${count} ${count === 1 ? of.slice(0, -1) : of}`;
  return after === undefined
    ? `counted ${words(before)} before`
    : `passed (${words(after)}, ${before} before)`;
}
