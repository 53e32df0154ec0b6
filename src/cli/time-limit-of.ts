import type { ExitFindings } from "../model/exit-code.ts";
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
  const signal =
    timeout === undefined ? interrupted : AbortSignal.any([interrupted, world.after(timeout)]);
  const findings = (): ExitFindings => {
    if (!interrupted.aborted) return { limit: true };
    return { signalCode: interrupted.reason === 143 ? 143 : 130 };
  };
  return { signal, findings };
}
