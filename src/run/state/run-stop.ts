import { setMaxListeners } from "node:events";
import { signalCodeOf } from "../../model/exit-code.ts";
import type { Decision } from "../../model/policy.ts";

/** The reason why a run ends early. */
export type StopCause = "interrupted" | "timeout";

/**
 * The early end of a run. Only work that was really left out counts: a signal after the last action changes nothing.
 */
export class RunStop {
  /** Fires on a signal, at the time limit, and on {@link cancel}. */
  readonly signal: AbortSignal;
  readonly #interrupted: AbortSignal;
  readonly #timedOut: AbortSignal;
  readonly #own = new AbortController();
  #cause: StopCause | undefined;
  #ended: Decision | undefined;

  constructor(interrupted: AbortSignal, timedOut: AbortSignal) {
    this.#interrupted = interrupted;
    this.#timedOut = timedOut;
    this.signal = AbortSignal.any([interrupted, timedOut, this.#own.signal]);
    setMaxListeners(0, this.signal); // Every call of a batch listens; Node takes more than ten for a leak.
  }

  /** Ends the run as a signal does (T14). */
  cancel(): void {
    this.#own.abort();
    this.#cause = "interrupted";
  }

  /** Called before a piece of work: returns why it must be left out, if so, and remembers that it was. */
  leaveOut(): StopCause | undefined {
    if (this.#interrupted.aborted || this.#own.signal.aborted) this.#cause = "interrupted";
    else if (this.#timedOut.aborted) this.#cause ??= "timeout";
    return this.#cause;
  }

  /** Ends the run by its policy: no further step runs, and what is still pending gets this decision. */
  endBy(decision: Decision): void {
    this.#ended ??= decision;
  }

  /** The decision on everything that is still pending if the policy ended the run. */
  get ended(): Decision | undefined {
    return this.#ended;
  }

  /** True if nothing more is to begin. */
  get isEnding(): boolean {
    return this.signal.aborted || this.#ended !== undefined;
  }

  /** The reason why work was left out; undefined if none was. */
  get cause(): StopCause | undefined {
    return this.#cause;
  }

  /** 130 for SIGINT, 143 for SIGTERM, if an interruption left work out. */
  get signalCode(): 130 | 143 | undefined {
    if (this.#cause !== "interrupted") return undefined;
    return signalCodeOf(this.#interrupted) ?? 130; // It may also end by itself, as a signal does.
  }
}
