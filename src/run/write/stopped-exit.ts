import { exitOf, type Outcome } from "../../model/exit-code.ts";
import { findRootFault } from "../tree/find-root-fault.ts";
import type { NoWriting } from "./hold-lock.ts";

/** Why a command about past runs does nothing: `invalid` where it was asked for what cannot be. */
export interface Refusal {
  readonly kind: NoWriting["kind"] | "invalid";
  readonly message: string;
}

/** Why a command about past runs does nothing in a root. */
export async function findRootRefusal(root: string): Promise<Refusal | undefined> {
  const fault = await findRootFault(root);
  return fault && { kind: "invalid", message: fault.message };
}

/** How a command ends that may not write. `signal` has the exit code as its reason, where it has fired. */
export function exitWithoutWriting(
  { kind }: Refusal,
  signal: AbortSignal,
): { readonly exitCode: number; readonly outcome: Outcome } {
  return exitOf({
    ...(kind === "stopped" ? { signalCode: signal.reason === 143 ? 143 : 130 } : {}),
    ...{ stale: false, held: false },
    invalid: kind === "invalid",
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
