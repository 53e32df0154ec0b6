import { setMaxListeners } from "node:events";

/** Why a run ends early. */
export type StopCause = "interrupted" | "timeout";

/**
 * Whether a run is to end early, and whether anything was really left undone because of it: a signal
 * that comes after the last action changes nothing.
 */
export class RunStop {
  /** Fires with either of the two. */
  readonly signal: AbortSignal;
  readonly #interrupted: AbortSignal;
  readonly #timedOut: AbortSignal;
  readonly #own = new AbortController();
  #cause: StopCause | undefined;

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

  /** Asked before a piece of work: answers why it must be left out, and remembers that it was. */
  leaveOut(): StopCause | undefined {
    if (this.#interrupted.aborted || this.#own.signal.aborted) this.#cause = "interrupted";
    else if (this.#timedOut.aborted) this.#cause ??= "timeout";
    return this.#cause;
  }

  /** Why work was left out; undefined where none was. */
  get cause(): StopCause | undefined {
    return this.#cause;
  }

  /** 130 for SIGINT, 143 for SIGTERM, where an interruption left work out. */
  get signalCode(): 130 | 143 | undefined {
    if (this.#cause !== "interrupted") return undefined;
    return this.#interrupted.reason === 143 ? 143 : 130;
  }
}
