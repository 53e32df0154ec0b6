import { boundDiagnostics, type Diagnostic, MOST_DIAGNOSTICS } from "../model/diagnostic.ts";
import { exitOf, signalCodeOf } from "../model/exit-code.ts";
import type { World } from "../model/world.ts";
import type { FleetOutcome } from "./fleet-request.ts";
import { type NoState, unfitState } from "./ledger/fleet-state.ts";

/** The signals that end a command. */
export interface FleetSignals extends Pick<World, "interrupted"> {
  /** Absent: the command has no time limit. */
  readonly timedOut?: AbortSignal | undefined;
}

/** Returns the end of a command that does nothing, because of what is wrong with what it was given. */
export function invalidEnd(diagnostics: readonly Diagnostic[]): FleetOutcome {
  const bounded = boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.listed);
  return { ...exitOf({ invalid: true }), diagnostics: bounded, why: [] };
}

/** Returns the end of a command: a signal and the end of the time count first. `why`: in sentences, why it failed. */
export function fleetEnd(
  findings: { readonly failed?: boolean; readonly limit?: boolean },
  why: readonly string[],
  { interrupted, timedOut }: FleetSignals,
): FleetOutcome {
  const limit = findings.limit === true || timedOut?.aborted === true;
  const failed = findings.failed ?? why.length > 0;
  const exit = exitOf({ signalCode: signalCodeOf(interrupted), limit, failed });
  return { ...exit, diagnostics: [], why };
}

/** Returns the end of a command that a signal stopped. */
export function stoppedEnd(signals: FleetSignals): FleetOutcome {
  return fleetEnd({}, ["The fleet was stopped."], signals);
}

/** Returns the end of a command that cannot have the state of its fleet. */
export function statelessEnd(none: NoState, signals: FleetSignals): FleetOutcome {
  if (none.kind === "unfit") return invalidEnd([unfitState(none)]);
  return fleetEnd({ limit: none.kind === "locked" }, [none.message], signals);
}
