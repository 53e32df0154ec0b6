import { type Exit, type ExitFindings, exitOf, signalCodeOf } from "../../model/exit-code.ts";
import type { PastWorld } from "../../request/past-world.ts";
import { findRootFault } from "../../tree/find-root-fault.ts";
import { type NoWriting, refusalOf } from "../../tree/write/hold-lock.ts";

/** The reason why a command about past runs does nothing; `invalid`: the request cannot be met. */
interface Refusal {
  readonly kind: NoWriting["kind"] | "invalid";
  readonly message: string;
}

/** A command about past runs. */
export interface PastCommand<Outcome> {
  /** Absolute. */
  readonly root: string;
  /** Returns `refuse(why)` if it may not do its work. */
  readonly work: (refuse: (why: Refusal) => Outcome) => Promise<Outcome>;
  /** The outcome if nothing was done. */
  readonly refused: (refusal: Refusal, exit: Exit) => Outcome;
}

/** Runs a command about past runs: refuses a root that cannot be worked in, and reports what the system refuses. */
export async function pastCommand<Outcome>(
  { root, work, refused }: PastCommand<Outcome>,
  { interrupted }: Pick<PastWorld, "interrupted">,
): Promise<Outcome> {
  const refuse = (refusal: Refusal) => refused(refusal, exitOfRefusal(refusal, interrupted));
  const fault = await findRootFault(root);
  if (fault) return refuse({ kind: "invalid", message: fault.message });
  try {
    return await work(refuse);
  } catch (error) {
    return refuse(refusalOf(error));
  }
}

/** The exit of a command that may not write. `interrupted` has the exit code as its reason, if it has fired. */
function exitOfRefusal({ kind }: Refusal, interrupted: AbortSignal): Exit {
  const findings: ExitFindings = {
    signalCode: kind === "stopped" ? signalCodeOf(interrupted) : undefined,
    invalid: kind === "invalid",
    limit: kind === "locked",
    failed: kind === "refused",
  };
  return exitOf(findings);
}

/** Gives an outcome the exit code of the signal that came meanwhile: the work in hand was completed. */
export function withSignal<Outcome extends Exit>(outcome: Outcome, signal: AbortSignal): Outcome {
  if (!signal.aborted) return outcome;
  return { ...outcome, ...exitOf({ signalCode: signalCodeOf(signal) }) };
}
