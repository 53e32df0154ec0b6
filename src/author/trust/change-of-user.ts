import { setTimeout } from "node:timers/promises";
import type { Diagnostic } from "../../model/diagnostic.ts";

/** A change of what a user trusts that was not made, and why. */
export interface RefusedChange {
  readonly kind: "refused";
  readonly diagnostics: readonly Diagnostic[];
}

/** Holds the process, as the timer of a time limit does not. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined); // The caller asks the signal.
}

export function refuse(message: string): RefusedChange {
  return refused([{ code: "not-trusted", severity: "error", message }]);
}

export function refused(diagnostics: readonly Diagnostic[]): RefusedChange {
  return { kind: "refused", diagnostics };
}
