import { waitUnlessAborted } from "../../shared/process/wait-unless-aborted.ts";

/** Thrown when the signal has fired: everything that loads files ends with it. */
export class LoadingStopped extends Error {}

/** The early end of the loading of files, by a signal or a time limit. */
export class LoadingStop {
  #signal: AbortSignal | undefined;

  /** From now on, the signal ends the loading. Without one, nothing does. */
  on(signal: AbortSignal): void {
    this.#signal = signal;
  }

  /** Lets timers and signals in, between two pieces of work. Throws `LoadingStopped` if the signal has fired. */
  async pause(): Promise<void> {
    await new Promise(setImmediate);
    if (this.#signal?.aborted === true) throw new LoadingStopped();
  }

  /** Returns the result of work, or throws `LoadingStopped` as soon as the signal fires. */
  async unlessStopped<Result>(work: Promise<Result>): Promise<Result> {
    if (this.#signal !== undefined) await waitUnlessAborted(work, this.#signal);
    await this.pause();
    return work;
  }
}
