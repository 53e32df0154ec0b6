import { exitOf, type Outcome } from "../model/exit-code.ts";
import type { NoWriting } from "./hold-lock.ts";

/** How a command ends that may not write. `signal` has the exit code as its reason, where it has fired. */
export function exitWithoutWriting(
  { kind }: NoWriting,
  signal: AbortSignal,
): { readonly exitCode: number; readonly outcome: Outcome } {
  return exitOf({
    ...(kind === "stopped" ? { signalCode: signal.reason === 143 ? 143 : 130 } : {}),
    ...{ invalid: false, stale: false, held: false },
    limit: kind === "locked",
    failed: kind === "refused",
  });
}

/** What was in hand when a signal came is done, and the signal is the exit code. */
export function withSignal<Ended extends { readonly exitCode: number; readonly outcome: Outcome }>(
  ended: Ended,
  signal: AbortSignal,
): Ended {
  if (!signal.aborted) return ended;
  return { ...ended, ...exitWithoutWriting({ kind: "stopped", message: "" }, signal) };
}
