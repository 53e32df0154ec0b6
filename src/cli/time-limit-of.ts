import { type ExitFindings, signalCodeOf } from "../model/exit-code.ts";
import type { CliWorld } from "./cli-world.ts";

/** The end of a command that has no report: by a signal, or by `--timeout`. */
interface TimeLimit {
  readonly signal: AbortSignal;
  /** Returns why it ended early, for its exit code. */
  findings(): ExitFindings;
}

/** Starts the time limit of a command; milliseconds, undefined for none. */
export function timeLimitOf(timeout: number | undefined, world: CliWorld): TimeLimit {
  const { interrupted } = world;
  const timedOut = timeout === undefined ? undefined : world.after(timeout);
  const signal = timedOut === undefined ? interrupted : AbortSignal.any([interrupted, timedOut]);
  const findings = (): ExitFindings =>
    interrupted.aborted ? { signalCode: signalCodeOf(interrupted) } : { limit: timedOut?.aborted };
  return { signal, findings };
}
